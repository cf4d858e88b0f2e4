"""Webhook endpoints, deliveries and attempts."""

from typing import Any
from urllib.parse import urlsplit

from peewee import SQL, BooleanField, Case, IntegerField, JSONField, NodeList, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import iso_text
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.engine.events.models import Event, envelope
from intake.engine.events.states import scope_to_read

from .states import CANCELLED, FAILED, PENDING, RETRYING


class Webhook(FirmRecord):
    """An address to which a firm wants its events sent."""

    prefix = "wh"
    resource = "webhook"

    url = TextField()
    events = JSONField()
    description = TextField(null=True)
    active = BooleanField(default=True)
    disabled_reason = TextField(null=True)
    reported_at = DateTimeTZField(null=True, column_name="told_at")
    secret = TextField()
    previous_secret = TextField(null=True)
    previous_secret_until = DateTimeTZField(null=True)
    failures = IntegerField(default=0)
    failing_since = DateTimeTZField(null=True)
    open_until = DateTimeTZField(null=True)
    last_success_at = DateTimeTZField(null=True)
    last_triggered_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    signing_secret: str | None = None
    """The secret in plain text, only just after it was created."""

    total = 0
    """The number of deliveries, if the query counted them."""

    @classmethod
    def locked(cls, ids):
        """Lock these endpoints, of any firms, until the transaction ends. Return them by their ids.

        Endpoints are always locked before deliveries, and several of a kind in the order of their ids, so that there
        are no deadlocks.
        """
        rows = cls.select().where(cls.id.in_(list(ids))).order_by(cls.id).for_update() if ids else ()
        return {webhook.id: webhook for webhook in rows}

    @classmethod
    def lock_active(cls, scope, id):
        """Lock the firm's active endpoints, or the one with this id if it is active, and return them."""
        rows = cls.of(scope).where(cls.active, *([cls.id == id] if id else []))
        return list(rows.order_by(cls.id).for_update())

    @classmethod
    def to_report(cls, id):
        """Return the endpoint with its firm if the service disabled it and has not notified the firm yet; else None."""
        return (cls.select(cls, Firm).join(Firm, on=(Firm.id == cls.firm_id), attr="firm")
                .where(cls.id == id, cls.disabled_reason.is_null(False), cls.reported_at.is_null()).first())

    @property
    def host(self):
        """The host of the address, whose path and query may hold a secret of the receiver's."""
        return urlsplit(self.url).hostname

    @property
    def signing_secrets(self):
        """The secrets that sign now: both for a day after a rotation."""
        sealed = sealed_secrets(self.secret, self.previous_secret, self.previous_secret_until)
        return [vault.open_cached(secret) for secret in sealed]


def sealed_secrets(secret, previous, previous_until):
    """Return the encrypted secrets of an endpoint that sign now."""
    return (secret, previous) if previous and previous_until > now() else (secret,)


class Delivery(FirmRecord):
    """One event on its way to one endpoint."""

    prefix = "dlv"
    resource = "delivery"

    webhook_id = TextField()
    event_id = TextField()
    status = TextField(default=PENDING)
    attempts = IntegerField(default=0)
    due_at = DateTimeTZField()
    leased_by = TextField(null=True)
    delivered_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "deliveries"

    event: Any = None
    """The event, if the query joined it."""

    history: Any = None
    """The attempts, if the query collected them."""

    @property
    def next_attempt_at(self):
        """When it is attempted next; None if it is not."""
        return self.due_at if self.status == PENDING else None

    @classmethod
    def page_of(cls, scope, webhook_id, query):
        """Return a page of the endpoint's deliveries for a `DeliveryQuery`, the newest first, each with its attempts.

        The page has the endpoint as its `webhook`. Raises `NotFound`.
        """
        rows = cls.of(scope).where(cls.webhook_id == webhook_id, *cls._wanted(query))
        webhook = Webhook.fetch(scope, webhook_id, rows.select(fn.COUNT(1)).alias("total"))
        newest = rows.order_by(cls.created_at.desc(), cls.id.desc()).paginate(query["page"], query["per_page"])
        return DeliveryPage(webhook, cls._with_history(newest), query)

    @classmethod
    def listed(cls, scope, query):
        """Return a page of the deliveries to all endpoints for a `DeliveriesQuery`, the newest first.

        Each has its attempts, and its endpoint as its `webhook`.
        """
        rows = cls.of(scope).where(*cls._wanted(query))
        newest = cls._with_history(rows).select_extend(Webhook.id, Webhook.url, Webhook.active).join_from(
            cls, Webhook, attr="webhook", on=Webhook.referenced_by(cls.webhook_id))
        newest = newest.order_by(cls.created_at.desc(), cls.id.desc()).paginate(query["page"], query["per_page"])
        return Page(newest, rows.count(), query)

    @classmethod
    def change_failed(cls, webhooks, query, **columns):
        """Set the columns of the failed and cancelled deliveries to these endpoints that match the query. Return their
        number.
        """
        ids = [webhook.id for webhook in webhooks]
        return cls.update(**columns).where(
            cls.firm_id == webhooks[0].firm_id, cls.webhook_id.in_(ids), cls.status.in_((FAILED, CANCELLED)),
            *cls._wanted(query)).execute() if ids else 0

    @classmethod
    def _wanted(cls, query):
        if query.get("webhook_id"):
            yield cls.webhook_id == query["webhook_id"]
        if query.get("status"):
            yield cls.status == query["status"]
        if query.get("event_type"):
            yield fn.EXISTS(Event.select(Event.id).where(
                Event.firm_id == cls.firm_id, Event.id == cls.event_id, Event.type == query["event_type"]))
        if query.get("created_after"):
            yield cls.created_at >= query["created_after"]
        if query.get("created_before"):
            yield cls.created_at < query["created_before"]

    @classmethod
    def outcomes_by_hour(cls, scope, webhook_id, since):
        """Return (hour, outcome, count) of the endpoint's deliveries since the moment, by the hour of their event."""
        hour = fn.DATE_TRUNC("hour", cls.created_at, "UTC")
        outcome = Case(None, (((cls.status == PENDING) & (cls.attempts > 0), RETRYING),), cls.status)
        rows = (cls.of(scope, hour.alias("hour"), outcome.alias("outcome"), fn.COUNT(1).alias("total"))
                .where(cls.webhook_id == webhook_id, cls.created_at >= since).group_by(SQL("1"), SQL("2")))
        return list(rows.tuples())

    @classmethod
    def fetch_in(cls, scope, webhook_id, id):
        """Return the endpoint's delivery with this id, with its event and its attempts. Raises `NotFound`."""
        Webhook.fetch(scope, webhook_id)
        return cls.found(id, cls._with_history(cls.of(scope).where(cls.webhook_id == webhook_id)))

    @property
    def payload(self):
        """The event's payload, as it is sent."""
        event = self.event
        return envelope(event.id, event.type, event.created_at, self.firm_id, event.data)

    def show_to(self, caller):
        """Return this delivery, with payload and answers only if the caller may read such records.

        The answers are hidden as well, because many receivers echo the payload.
        """
        may_read = caller.may(scope_to_read(self.event.type))
        self.shown_payload = self.payload if may_read else None
        if not may_read:
            self.history = [attempt | {"response_body": None} for attempt in self.history]
        return self

    @classmethod
    def cancel_pending(cls, webhook):
        """Cancel the endpoint's pending deliveries. Call it in a transaction that has locked the endpoint."""
        pending = (cls.of(webhook, cls.id).where(cls.webhook_id == webhook.id, cls.status == PENDING)
                   .order_by(cls.id).for_update())
        cls.update(status=CANCELLED).where(cls.id.in_(pending)).execute()

    @classmethod
    def any_of_event(cls):
        """Return the condition for events that have a delivery."""
        return fn.EXISTS(cls.select(cls.id).where(cls.firm_id == Event.firm_id, cls.event_id == Event.id))

    @classmethod
    def was_attempted_after(cls, moment):
        """Return the condition for deliveries with an attempt after this time."""
        attempt = DeliveryAttempt.alias("attempt")
        return fn.EXISTS(attempt.select(attempt.id).where(
            attempt.firm_id == cls.firm_id, attempt.delivery_id == cls.id, attempt.attempted_at > moment))

    @classmethod
    def _with_history(cls, deliveries):
        attempt = DeliveryAttempt.alias("attempt")
        shown = fn.JSON_BUILD_OBJECT(
            "attempted_at", iso_text(attempt.attempted_at), "duration_ms", attempt.duration_ms,
            "response_status", attempt.response_status, "error", attempt.error, "response_body", attempt.response_body)
        attempts = fn.JSON_AGG(NodeList((shown, SQL("ORDER BY"), attempt.attempted_at)))
        history = (attempt.select(fn.COALESCE(attempts, SQL("'[]'")))
                   .where(attempt.firm_id == cls.firm_id, attempt.delivery_id == cls.id))
        return deliveries.select_extend(Event, history.alias("history")).join(
            Event, on=Event.referenced_by(cls.event_id), attr="event")


class DeliveryPage(Page):
    """A page of deliveries, with the endpoint that they are for."""

    def __init__(self, webhook, rows, query):
        super().__init__(rows, webhook.total, query)
        self.webhook = webhook


class DeliveryAttempt(FirmRecord):
    """One attempt at a delivery and its outcome."""

    prefix = "att"
    resource = "attempt"

    delivery_id = TextField()
    attempted_at = DateTimeTZField()
    duration_ms = IntegerField()
    response_status = IntegerField(null=True)
    response_body = TextField(null=True)
    error = TextField(null=True)

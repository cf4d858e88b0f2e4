"""Actions on webhook endpoints and their deliveries (docs/behaviour.md, "Events and webhooks")."""

import json

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.firms.models import Firm
from intake.core.clock import machine_now, now
from intake.core.crypto import vault
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.ids import new_id
from intake.core.long_requests import long_request, try_long_request
from intake.engine.events.models import Event, envelope
from intake.engine.events.states import TEST
from intake.engine.events.wakeup import wakeup
from intake.gateways.safe_http import HttpClientError, UnsafeUrl, safe_http

from . import signing
from .errors import DeliveryFailed, TooManyWebhooks, WebhookInactive
from .models import Delivery, Webhook
from .states import MOST_WEBHOOKS, PENDING, SECRETS_OVERLAP, TIMEOUT_SECONDS

_LOOKUP_SECONDS, _HURRIED_SECONDS = 3, 0.2
"""How long looking up an endpoint's host may take; the second while the firm has other long requests. Deliveries check
again."""

_REACTIVATED = dict.fromkeys(("disabled_reason", "reported_at", "failing_since", "open_until")) | {"failures": 0}


def register(scope, url, events, description=None, active=True):
    """Register an endpoint; only this result has its `signing_secret` set.

    Raises `Invalid` for an unsafe URL, `TooManyWebhooks`.
    """
    try:
        with try_long_request(scope.firm_id) as is_free:
            safe_http.check(url, _LOOKUP_SECONDS if is_free else _HURRIED_SECONDS)
    except UnsafeUrl as error:
        raise Invalid({"url": [error.reason]}) from None
    secret = signing.new_secret()
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        if Webhook.of(scope).count() >= MOST_WEBHOOKS:
            raise TooManyWebhooks(most=MOST_WEBHOOKS)
        webhook = Webhook.create(firm_id=scope.firm_id, url=url, events=list(dict.fromkeys(events)),
                                 description=description, active=active, secret=vault.seal(secret))
        record_act("webhook.created", webhook)
    webhook.signing_secret = secret
    return webhook


def update(scope, webhook_id, **values):
    """Change an endpoint. Deactivating it cancels its pending deliveries; activating it resets its failures.

    Raises `NotFound`; `Invalid` for another URL, because the secret belongs to the receiver at the first one.
    """
    with db.atomic():
        webhook = Webhook.fetch_locked(scope, webhook_id)
        if values.pop("url", webhook.url) != webhook.url:
            raise Invalid({"url": ["Cannot be changed. Create another webhook instead."]})
        if "events" in values:
            values["events"] = list(dict.fromkeys(values["events"]))
        changes = webhook.differing(values)
        if changes.get("active") is True:
            changes |= _REACTIVATED
        if changes:
            webhook.change(**changes)
            record_change(webhook, changes)
        if changes.get("active") is False:
            Delivery.cancel_pending(webhook)
    return webhook


def delete(scope, webhook_id):
    """Delete an endpoint with its deliveries. Raises `NotFound`."""
    with db.atomic():
        webhook = Webhook.fetch_locked(scope, webhook_id)
        Delivery.cancel_pending(webhook)  # locks by id, as everywhere; the cascade has no order
        webhook.delete_row()
        record_act("webhook.deleted", webhook)


def rotate_secret(scope, webhook_id):
    """Give the endpoint a new secret, set as `signing_secret` on the result; the previous one also signs for a day.

    A previous secret whose key is missing is dropped: it would keep the new one from signing.
    """
    secret = signing.new_secret()
    with db.atomic():
        webhook = Webhook.fetch_locked(scope, webhook_id)
        signs = vault.can_open(webhook.secret)
        webhook.change(previous_secret=webhook.secret if signs else None, secret=vault.seal(secret),
                       previous_secret_until=now() + SECRETS_OVERLAP if signs else now())
        record_act("webhook.secret_rotated", webhook)
    webhook.signing_secret = secret
    return webhook


def test(scope, webhook_id):
    """Send a `webhook.test` event and return the endpoint's answer.

    Raises `NotFound`, `WebhookInactive`; `DeliveryFailed` unless it answers 2xx within 5 s; `RateLimitExceeded` while
    too many tests of the firm wait.
    """
    webhook = Webhook.fetch(scope, webhook_id)
    if not webhook.active:
        raise WebhookInactive
    sent_at, event_id = now(), new_id(Event.prefix)
    body = json.dumps(envelope(event_id, TEST, sent_at, webhook.firm_id, {
        "webhook_id": webhook.id, "message": "This is a test of your webhook endpoint."})).encode()
    headers = signing.headers(event_id, machine_now(), body, webhook.signing_secrets)
    try:
        with long_request(webhook.firm_id):
            with db.atomic():
                webhook.change(last_triggered_at=sent_at, updated_at=webhook.updated_at)
                record_act("webhook.tested", webhook)
            answer = safe_http.post(webhook.url, body, headers, timeout=TIMEOUT_SECONDS)
    except HttpClientError as error:
        raise DeliveryFailed(webhook_id=webhook.id, response_status=None, error=error.kind) from None
    if not 200 <= answer.status < 300:
        raise DeliveryFailed(webhook_id=webhook.id, response_status=answer.status, error=None)
    return {"webhook_id": webhook.id, "event": TEST, "delivered": True, "response_status": answer.status,
            "response_time_ms": answer.duration_ms, "sent_at": sent_at}


def redeliver(scope, webhook_id, delivery_id):
    """Attempt a delivery again at once, with a full set of retries. Raises `NotFound`, `WebhookInactive`."""
    with db.atomic():
        delivery = Delivery.fetch_in(scope, webhook_id, delivery_id)
        _lock_active(scope, webhook_id)
        delivery.change(**_reset_columns())
        record_act("delivery.redelivered", delivery, webhook_id=webhook_id)
    db.after_commit(wakeup.notify)
    return Delivery.fetch_in(scope, webhook_id, delivery_id)


def redeliver_failed(scope, webhook_id, since):
    """Attempt again every delivery since then that failed for good or was cancelled. Return their number.

    Raises `NotFound`, `WebhookInactive`.
    """
    with db.atomic():
        webhook = _lock_active(scope, webhook_id)
        return _redeliver([webhook], {"created_after": since})


def redeliver_listed(scope, **query):
    """Attempt again every failed or cancelled delivery that the `DeliveriesQuery` lists.

    Deliveries to endpoints that are turned off do not change. Return the number of the others.
    """
    with db.atomic():
        return _redeliver(Webhook.lock_active(scope, query.get("webhook_id")), query)


def _redeliver(webhooks, query):
    """Attempt again the query's failed and cancelled deliveries to these endpoints, which are locked."""
    for webhook in webhooks:
        record_act("webhook.redelivered", webhook)
    db.after_commit(wakeup.notify)
    return Delivery.change_failed(webhooks, query, **_reset_columns())


def _lock_active(scope, webhook_id):
    """Return the endpoint, locked so that it stays active until the transaction ends.

    Raises `NotFound`, `WebhookInactive`.
    """
    webhook = Webhook.fetch_locked(scope, webhook_id)
    if not webhook.active:
        raise WebhookInactive
    return webhook


def _reset_columns():
    return {"status": PENDING, "attempts": 0, "due_at": now(), "leased_by": None, "delivered_at": None}

"""Matters: the table, its queries, and what every part of a matter has in common."""

from datetime import date, timedelta
from functools import cached_property, lru_cache
from typing import Any

from peewee import (
    JOIN,
    BooleanField,
    DateField,
    ForeignKeyField,
    IntegerField,
    JSONField,
    TextField,
    Value,
    fn,
)
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.users.models import assigned_ids
from intake.cases.clients.models import Client
from intake.core.changes import order_of
from intake.core.clock import now
from intake.core.cursors import Order
from intake.core.errors import NotFound
from intake.core.ids import is_id
from intake.core.paging import selected_by
from intake.core.schemas import Page
from intake.core.statements import CompiledQuery, Parameter
from intake.core.tenancy import FirmRecord, is_in_firm
from intake.core.text_search import contains

from .focus import focus_condition, focus_values
from .link_tokens import link_url
from .periods import in_period_of_other_client
from .retention import retention_column
from .states import ACTIVE, ACTIVITY_MINUTES
from .tags import has_tag, tag_keys


class Matter(FirmRecord):
    """A legal case or engagement."""

    prefix = "mat"
    resource = "matter"

    title = TextField()
    title_key = TextField()
    status = TextField(default=ACTIVE)
    practice_area = TextField()
    # The database's own foreign key also holds the firm's id, so a matter's client is always one of its firm.
    client = ForeignKeyField(
        Client, backref="matters", column_name="client_id", object_id_name="client_id", null=True, index=False)
    client_id: Any  # added by `object_id_name`
    shown_link: str | None = None  # set by `show_link_to`; events, which have no caller, show none
    total: int  # in `MatterPart.page_of`
    description = TextField(null=True)
    assigned_attorney = TextField(null=True)
    intake_template_id = TextField(null=True)
    custom_fields = JSONField(default=dict)
    tags = JSONField(default=list)
    link_public_part = TextField(null=True)
    documents_count = IntegerField(default=0)
    documents_complete = IntegerField(default=0)
    archived_at = DateTimeTZField(null=True)
    closed_at = DateTimeTZField(null=True)
    client_active_at = DateTimeTZField(null=True)
    next_deadline = DateField(null=True)
    updated_at = DateTimeTZField()
    changed_at = DateTimeTZField(default=now)
    reminders_paused = BooleanField(default=False)
    client_label = TextField(null=True)
    client_since = DateTimeTZField(null=True)

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the matters assigned to one of their names; see `FirmRecord`."""
        return cls.assigned_attorney.in_(scope.assignee)

    @property
    def link_url(self):
        """The address of the matter's intake link, None if it has none."""
        return link_url(self.link_public_part) if self.link_public_part else None

    def show_link_to(self, caller):
        """Return this matter, with its intake link if the caller may read what the link opens."""
        self.shown_link = self.link_url if caller.may("documents:read") else None
        return self

    def note_client_activity(self):
        """Record that the client did something, to within some minutes. The matter does not count as changed."""
        moment = now()
        if not self.client_active_at or self.client_active_at < moment - timedelta(minutes=ACTIVITY_MINUTES):
            Matter.update(client_active_at=moment).where(
                Matter.firm_id == self.firm_id, Matter.id == self.id).execute()

    @classmethod
    def fetch_to_show(cls, caller, id):
        """As `fetch`, with the matter's `client`, and its `retention` as `retention_column` has it."""
        return cls.fetch_by(_to_show, caller, id)

    @classmethod
    def order(cls, sort, order):
        """Return the `Order` of a list by this column; no deadline comes after all others."""
        column, absent = _SORTS.get(sort) or (getattr(cls, sort), None)
        return Order(column, ascending=order == "asc", absent=absent, is_unique=column is cls.title_key)

    @classmethod
    def focused(cls, firm, query):
        """Return the condition for the matters of the query's `focus`, with its `days`, at this moment."""
        return focus_condition(cls, firm.id, query["focus"], **focus_values(firm, query["days"]))

    @classmethod
    def selected(cls, caller, query):
        """Return a query for all matters that the `MatterQuery` asks for, with their clients."""
        since = [cls.changed_at >= query["updated_since"]] if "updated_since" in query else []
        return cls.with_clients(cls.of(caller, cls, Client)).where(*cls.wanted(caller, query), *since)

    @classmethod
    def wanted(cls, caller, query):
        """Return the conditions for the matters that the `MatterQuery` asks for, whenever they changed."""
        conditions = [cls.filtered(name, query[name]) for name in FILTERS if query.get(name)]
        if query.get("tag"):
            conditions.append(has_tag(cls, tag_keys(caller, query["tag"])))
        if query.get("focus"):
            conditions.append(cls.focused(caller.firm, query))
        if query.get("search"):
            conditions.append(contains(query["search"], cls.title_key))
        return conditions

    @classmethod
    def filtered(cls, name, value):
        """Return the condition of one of the `FILTERS`; who is in charge is found by both ids of the person."""
        column = getattr(cls, name)
        return column.in_(assigned_ids(value)) if column is cls.assigned_attorney else column == value

    @classmethod
    def with_clients(cls, matters):
        """Join a query of matters with their clients, None where one has none."""
        return matters.join(Client, JOIN.LEFT_OUTER, attr="client",
                            on=(Client.id == cls.client_id) & is_in_firm(Client, cls.firm_id))

    @classmethod
    def of_client(cls, scope, client_id):
        """Return the client's matters that `scope` may see, newest first."""
        return cls.of(scope).where(cls.client_id == client_id).order_by(cls.created_at.desc(), cls.id.desc())

    @cached_property
    def earlier_periods(self):
        """The periods in which the matter had its present client before it had another one."""
        return list(FormerClient.of(self).where(
            FormerClient.matter_id == self.id, FormerClient.client_id == self.client_id)) if self.client_since else []

    def of_its_client(self, column):
        """Return the conditions for rows that, by the time in this column, are not another client's of the matter.

        The column of a file is when it was begun, so a file under way when the client changed is the former client's.
        """
        return [~in_period_of_other_client(column, self)] if self.client_since else []

    def had_other_client_at(self, moment):
        """Whether the time falls into the period of another client, whom the matter had before."""
        return bool(self.client_since and moment < self.client_since
                    and not any(each.includes(moment) for each in self.earlier_periods))


FILTERS = ("status", "practice_area", "client_id", "assigned_attorney")
"""The columns by which lists of matters are filtered."""

_SORTS = {"title": (Matter.title_key, None), "client_active_at": (Matter.client_active_at, Matter.created_at),
          "next_deadline": (Matter.next_deadline, date.max)}
"""Sort keys whose column has another name, or a substitute where the column is empty."""


@lru_cache(None)
def _to_show(scope):
    """Compile the statement of `Matter.fetch_to_show`."""
    matter = Matter.with_clients(Matter.of(scope, Matter, Client, retention_column(Matter)))
    return CompiledQuery(matter.where(Matter.id == Parameter("id")), prepared=True)


class MatterPart(FirmRecord):
    """Base class of the records that belong to a matter."""

    matter_id = TextField()
    matter: Matter  # in `listed`

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the rows of their matters; see `FirmRecord`."""
        return selected_by(cls.matter_id, Matter.of(scope, Matter.id))

    @classmethod
    def page_of(cls, scope, matter_id, query, order, conditions=(), extend=lambda rows: rows):
        """Return a page of the matter's rows in this order. Raises `NotFound` if the firm has no such matter.

        `extend` may add joins to the query of the rows.
        """
        rows = cls.of(scope).where(cls.matter_id == matter_id, *conditions)
        # One statement checks that the matter exists and counts its rows.
        matter = Matter.fetch(scope, matter_id, rows.select(fn.COUNT(1)).alias("total"))
        page = extend(rows).order_by(*order).paginate(query["page"], query["per_page"])
        return Page(page, matter.total, query)

    @classmethod
    def listed(cls, scope, query, order, conditions=(), extend=lambda rows: rows):
        """Return the page of the rows of all matters that the `MatterPartQuery` asks for, in this `Order`.

        Or in the order of their changes. Each has its `matter`, and that its `client`. `extend` may add joins to the
        query of the rows.
        """
        order = order_of(cls, query, order)
        matching = cls.of(scope).where(*conditions, *cls.of_matters(scope, query))
        return order.page(scope, matching.select(cls.id), query, lambda ids: extend(
            cls.with_matters(cls.of(scope))).where(selected_by(cls.id, ids)).order_by(*order.terms))

    @classmethod
    def of_matters(cls, scope, query):
        """Return the conditions for the rows of the matters that the `MatterPartQuery` asks for."""
        conditions = [cls.matter_id == query["matter_id"]] if query.get("matter_id") else []
        about = [Matter.filtered(name, query[name]) for name in ("assigned_attorney", "practice_area")
                 if query.get(name)]
        if query.get("assigned_attorney"):
            conditions.append(selected_by(cls.matter_id, Matter.of(scope, Matter.id).where(*about)))
        elif about:
            conditions.append(cls.matter_is(scope, *about))
        return conditions

    @classmethod
    def matter_is(cls, scope, *conditions):
        """Return the condition that a row's matter, one of many, meets these conditions.

        Each is looked up: to join them, Postgres would read the matters of all firms.
        """
        return fn.EXISTS(Matter.select(Value(1)).where(
            Matter.id == cls.matter_id, is_in_firm(Matter, scope.firm_id), *conditions).offset(0))

    @classmethod
    def with_matters(cls, rows):
        """Extend a query of these rows with their `matter`, and its `client`, None where it has none."""
        return (rows.select_extend(Matter.id, Matter.firm_id, Matter.title,
                                   Client.id, Client.firm_id, Client.first_name, Client.last_name)
                .join_from(cls, Matter, attr="matter",
                           on=(Matter.id == cls.matter_id) & is_in_firm(Matter, cls.firm_id))
                .join_from(Matter, Client, JOIN.LEFT_OUTER, attr="client",
                           on=(Client.id == Matter.client_id) & is_in_firm(Client, Matter.firm_id)))

    @classmethod
    def fetch_in(cls, scope, matter_id, id, extend=lambda rows: rows):
        """Return this row of this matter. Raises `NotFound`, which names the one of the two that is unknown.

        `extend` may add columns to the query.
        """
        rows = cls.of(scope).where(cls.matter_id == matter_id, cls.id == id)
        row = extend(rows).first() if is_id(id) else None
        if row is None:
            Matter.fetch(scope, matter_id)
            raise NotFound(cls.resource, id)
        return row


class FormerClient(MatterPart):
    """A period in which a matter had a client, before it got another one; it ended at `created_at`."""

    prefix = "fcl"

    client_id = TextField()
    since = DateTimeTZField(null=True)

    def includes(self, moment):
        """Whether the time falls into the period."""
        return (self.since is None or self.since <= moment) and moment < self.created_at

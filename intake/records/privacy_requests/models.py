"""Privacy requests: the table and its queries."""

from datetime import timedelta

from peewee import JOIN, BooleanField, DateField, IntegerField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.core.cursors import Order
from intake.core.local_time import latest_day
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord

from .states import LINK, OPEN, REMINDED_BEFORE


class PrivacyRequest(FirmRecord):
    """A client's request about the data that the firm has of them."""

    prefix = "prv"
    resource = "privacy_request"

    client_id = TextField(null=True)
    kind = TextField()
    source = TextField()
    status = TextField()
    note = TextField(null=True)
    verification = TextField(null=True)
    verified_at = DateTimeTZField(null=True)
    verified_by = TextField(null=True)
    received_on = DateField()
    due_on = DateField()
    extended_at = DateTimeTZField(null=True)
    extension_reason = TextField(null=True)
    reason = TextField(null=True)
    answer = TextField(null=True)
    mailed = BooleanField(default=False)
    export_id = TextField(null=True)
    erasure_id = TextField(null=True)
    reminded_days = IntegerField(null=True)
    closed_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    @property
    def is_open(self):
        """Whether it waits for an answer."""
        return self.status in OPEN

    @property
    def is_checked(self):
        """Whether the identity was verified, by a code or by the firm."""
        return self.verification not in (None, LINK)

    @classmethod
    def listed(cls, scope, query):
        """Return the page of requests that the query asks for with their clients, the first due first."""
        conditions = [getattr(cls, name) == query[name] for name in ("client_id", "status", "kind") if query.get(name)]
        if "open" in query:
            conditions.append(cls.closed_at.is_null(query["open"]))
        matching = cls.of(scope).where(*conditions)
        rows = cls.with_clients(matching.select(cls)).order_by(cls.closed_at.is_null(False), cls.due_on, cls.id)
        return Page(list(rows.paginate(query["page"], query["per_page"])), matching.count(), query)

    @classmethod
    def with_clients(cls, rows):
        """Extend a query with the `client` of each request; its columns are None if the client is gone."""
        of_request = Client.referenced_by(cls.client_id)
        return rows.select_extend(Client).join_from(cls, Client, JOIN.LEFT_OUTER, on=of_request, attr="client")

    @classmethod
    def open_of_client(cls, scope, client_id):
        """Return the requests of a client that wait for an answer, the first due first."""
        return list(cls.of(scope).where(cls.client_id == client_id, cls.closed_at.is_null()).order_by(cls.due_on))

    @classmethod
    def to_remind_of(cls, moment):
        """Yield open requests of all firms whose day may be near and about which no admin was reminded, in batches.

        Each has its `firm`, whose clock says whether it is.
        """
        (early, late), today = REMINDED_BEFORE, latest_day(moment)
        unknown = cls.reminded_days.is_null() | ((cls.reminded_days > late) & (cls.due_on <= today + timedelta(late)))
        return Order(cls.due_on).batches(cls.select(cls, Firm).join(
            Firm, on=(Firm.id == cls.firm_id), attr="firm").where(
                cls.closed_at.is_null(), cls.due_on <= today + timedelta(early), unknown))

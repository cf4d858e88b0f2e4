"""Clients, and the questions asked of them."""

from peewee import DateField, IntegerField, JSONField, Table, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import contains

_MATTERS = Table("matters", ("firm_id", "client_id", "assigned_attorney"))
"""Matters know their clients, and come later in the order of features: here only the table has a name."""


class Client(FirmRecord):
    """Somebody whom the firm represents (interface, "Client")."""

    prefix = "cli"
    resource = "client"

    first_name = TextField()
    last_name = TextField()
    email = TextField(null=True)
    email_key = TextField(null=True)
    phone = TextField(null=True)
    date_of_birth = DateField(null=True)
    address = JSONField(null=True)
    notes = TextField(null=True)
    custom_fields = JSONField(default=dict)
    search_key = TextField()
    last_name_key = TextField()
    matters_count = IntegerField(default=0)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "clients"

    @classmethod
    def seen_by_assignee(cls, scope):
        """See `FirmRecord`: the clients of the matters that are assigned to the assignee."""
        return cls.id.in_(_assigned_matters(scope).select(_MATTERS.client_id))

    @classmethod
    def matters_seen_by(cls, scope):
        """The column `matters_count`; for an assignee it counts only the matters that are seen."""
        if scope.assignee is None:
            return cls.matters_count
        matters = _assigned_matters(scope).where(_MATTERS.client_id == cls.id)
        return matters.select(fn.COUNT(1)).alias("matters_count")

    @classmethod
    def listed(cls, scope, query):
        """The page of the firm's clients that the `ClientQuery` asks for, as rows of `ClientRow`."""
        conditions = [contains(query["search"], cls.search_key)] if query.get("search") else []
        column = cls.last_name_key if query["sort"] == "last_name" else cls.created_at
        order = [column.asc(), cls.id.asc()] if query["order"] == "asc" else [column.desc(), cls.id.desc()]
        rows = (cls.of(scope, cls.id, cls.first_name, cls.last_name, cls.email, cls.phone,
                       cls.matters_seen_by(scope), cls.created_at)
                .where(*conditions).order_by(*order).paginate(query["page"], query["per_page"]).dicts())
        return Page(rows, cls.of(scope).where(*conditions).count(), query)


def _assigned_matters(scope):
    return _MATTERS.select().where(
        _MATTERS.firm_id == scope.firm_id, _MATTERS.assigned_attorney.in_(scope.assignee))

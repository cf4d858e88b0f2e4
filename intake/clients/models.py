"""Clients, and the questions asked of them."""

from peewee import DateField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.schemas import Page
from intake.core.text_search import contains
from intake.firms.models import FirmRecord


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
    def listed(cls, within, query):
        """The page of the firm's clients that the `ClientQuery` asks for, as rows of `ClientRow`."""
        conditions = [contains(query["search"], cls.search_key)] if query.get("search") else []
        column = cls.last_name_key if query["sort"] == "last_name" else cls.created_at
        order = [column.asc(), cls.id.asc()] if query["order"] == "asc" else [column.desc(), cls.id.desc()]
        rows = (cls.of(within, cls.id, cls.first_name, cls.last_name, cls.email, cls.phone, cls.matters_count,
                       cls.created_at)
                .where(*conditions).order_by(*order).paginate(query["page"], query["per_page"]).dicts())
        return Page(rows, cls.of(within).where(*conditions).count(), query)

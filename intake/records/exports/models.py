"""Exports and their parts: the tables and their queries."""

from typing import Any

from peewee import JOIN, BlobField, CompositeKey, IntegerField, JSONField, TextField

from intake.accounts.generated_files.models import GeneratedFile
from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.core.db import Model


class Export(GeneratedFile):
    """An export that is being made, or was in the last 7 days."""

    prefix = "exp"
    resource = "export"
    removal_task = "remove_export_files"

    client_id = TextField(null=True)
    state = JSONField(default=dict)
    files = IntegerField(null=True)

    download = None
    """The address of its file and until when it is valid, in the answer of the API."""

    @classmethod
    def with_makers(cls, caller):
        """Return the firm's exports, the newest first, each with its `maker` and its `client`, None for none."""
        maker = User.referenced_by(cls.user_id)
        client = Client.referenced_by(cls.client_id)
        return list(cls.of(caller, cls, User.id, User.first_name, User.last_name, User.email,
                           Client.id, Client.first_name, Client.last_name)
                    .join_from(cls, User, JOIN.LEFT_OUTER, on=maker, attr="maker")
                    .join_from(cls, Client, JOIN.LEFT_OUTER, on=client, attr="client")
                    .order_by(cls.created_at.desc(), cls.id.desc()))


class ExportPart(Model):
    """A part of an export's file, and the directory's records of the entries that end in it."""

    firm_id = TextField()
    export_id = TextField()
    number = IntegerField()
    etag = TextField()
    directory = BlobField(default=b"")
    sums = TextField(default="")
    listing = TextField(default="")

    class Meta:
        primary_key = CompositeKey("firm_id", "export_id", "number")

    @classmethod
    def add(cls, export, parts: list[dict[str, Any]]):
        """Insert parts of the export."""
        if parts:
            cls.insert_many([{"firm_id": export.firm_id, "export_id": export.id} | part for part in parts]).execute()

    @classmethod
    def clear(cls, export):
        """Delete the parts of the export."""
        cls.delete().where(cls.firm_id == export.firm_id, cls.export_id == export.id).execute()

    @classmethod
    def etags(cls, export):
        """Return the ETags of the export's parts in their order."""
        return list(cls._of(export, cls.etag).scalars())

    @classmethod
    def pieces(cls, export, column):
        """Yield the column of each part in their order, one at a time."""
        for number in cls._of(export, cls.number).scalars():
            value = cls._of(export, column).where(cls.number == number).scalar()
            yield value if isinstance(value, str) else bytes(value)

    @classmethod
    def _of(cls, export, column):
        return cls.select(column).where(cls.firm_id == export.firm_id, cls.export_id == export.id).order_by(cls.number)

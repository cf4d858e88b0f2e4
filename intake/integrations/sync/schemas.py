"""The shapes of syncs and their log (docs/integrations.md); not wrapped in `data`."""

from marshmallow import Schema, ValidationError, post_dump, validate, validates_schema

from intake.core import fields
from intake.core.schemas import Body, Query

from .states import STARTABLE, SYNC_MATTER


class SyncIn(Body):
    matter_id = fields.Text(100, allow_none=True, metadata={"description": "Required to sync a matter."})
    action = fields.Choice(STARTABLE, load_default=SYNC_MATTER)

    @validates_schema
    def _require_matter(self, data, **_):
        if data.get("action") == SYNC_MATTER and not data.get("matter_id"):
            raise ValidationError({"matter_id": ["Missing data for required field."]})


class Retried(Schema):
    """How many syncs were begun."""

    success = fields.Boolean()
    started = fields.Integer()


class SyncLogOut(Schema):
    id = fields.String()
    firm_id = fields.String()
    integration_id = fields.String()
    matter_id = fields.String(allow_none=True)
    upload_id = fields.String(allow_none=True)
    action = fields.String()
    status = fields.String()
    external_id = fields.String(allow_none=True)
    error_message = fields.String(allow_none=True)
    details = fields.Dict()
    created_at = fields.Timestamp()


class Logs(Schema):
    logs = fields.List(fields.Nested(SyncLogOut))


class LogsWithTotal(Logs):
    total = fields.Integer()


class LogQuery(Query):
    matter_id = fields.Text(100, not_blank=True)


class LogQueryWithLimit(LogQuery):
    limit = fields.QueryInteger(load_default=20, validate=validate.Range(1, 100))


class _Synced(Schema):
    """A finished sync of a matter, the counts of a pull, or an unfinished run: of these fields it has one group."""

    success = fields.Boolean(dump_default=True)
    matters = fields.Integer()
    linked = fields.Integer()
    status = fields.String()
    sync_id = fields.String()

    @post_dump
    def _one_group(self, data, **_):
        return {name: value for name, value in data.items() if name == "success" or value is not None}


def sync_schema(platform):
    """Return the schema of the sync response. A pull returns its counts; an unfinished run its id and `pending`."""
    own = {platform.matter_key: fields.Integer()}
    if platform.largest_document:
        own["documentsUploaded"] = fields.Integer()
    return type(f"{platform.name}Synced", (_Synced,), own | {"__module__": __name__})

"""The shapes of syncs and their log (docs/behaviour.md, "Integrations"); not wrapped in `data`."""

from marshmallow import Schema, ValidationError, validate, validates_schema

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


def sync_schema(platform):
    """The schema of the sync response. A pull returns its counts; an unfinished run its id and `pending`."""
    own = {"success": fields.Boolean(), platform.matter_key: fields.Integer()}
    if platform.largest_document:
        own["documentsUploaded"] = fields.Integer()
    more = {"matters": fields.Integer(), "linked": fields.Integer(), "status": fields.String(),
            "sync_id": fields.String()}
    return type(f"{platform.name}Synced", (Schema,), own | more | {"__module__": __name__})

"""The shapes of the integration endpoints (interface, "Integration endpoints" and "Integration records").

Answers stand as they are, not under `data`. Some fields bear the platform's name, so their schemas are made for it.
"""

from marshmallow import Schema, ValidationError, post_load, validate, validates_schema

from intake.cases.matters.states import STATUSES as MATTER_STATUSES
from intake.core import fields
from intake.core.schemas import Body, Query

from .states import STARTABLE, SYNC_MATTER

_MOST_MAPPINGS = 200
_NAME = validate.And(validate.Length(1, 200), validate.Regexp(rf"[\s\S]*{fields.NOT_BLANK}", error="May not be blank."))


class SettingsOut(Schema):
    """What is synced by itself, and how names there and here belong together."""

    auto_sync_on_approval = fields.Boolean()
    auto_sync_on_matter_created = fields.Boolean()
    case_type_mappings = fields.Dict(keys=fields.String(), values=fields.String())
    stage_statuses = fields.Dict(keys=fields.String(), values=fields.String())


class _SettingsIn(Body):
    auto_sync_on_approval = fields.Flag()
    auto_sync_on_matter_created = fields.Flag()
    case_type_mappings = fields.Dict(
        keys=fields.Text(100, validate=_NAME), values=fields.Text(200, validate=_NAME),
        validate=validate.Length(max=_MOST_MAPPINGS))
    stage_statuses = fields.Dict(
        keys=fields.Text(200, validate=_NAME), values=fields.Choice(MATTER_STATUSES),
        validate=validate.Length(max=_MOST_MAPPINGS))


class SettingsPatch(_SettingsIn):
    """Settings to change, at the top or under `settings` as the status shows them."""

    READ_ONLY = ("connected", "sync_status", "last_sync", "webhook_url", "error")

    settings = fields.Nested(_SettingsIn)

    @post_load
    def _flat(self, data, **_):
        return data.pop("settings", {}) | data


class SettingsPatchWithSecret(SettingsPatch):
    """As `SettingsPatch`, for a platform whose webhooks are set up there; their secret is never shown again."""

    webhook_secret = fields.Text(500, validate=_NAME, metadata={"writeOnly": True})


def patch_of(platform):
    """The schema of a change of settings. What the status shows besides them can be sent back, and changes nothing."""
    base = SettingsPatch if platform.subscribes else SettingsPatchWithSecret
    shown = (*base.READ_ONLY, platform.user_key) if platform.user_key else base.READ_ONLY
    return type(f"{platform.name}SettingsPatch", (base,), {"READ_ONLY": shown, "__module__": __name__})


class SettingsChanged(Schema):
    success = fields.Boolean(dump_default=True)
    settings = fields.Nested(SettingsOut, attribute="settings_in_force")


class Success(Schema):
    success = fields.Boolean(dump_default=True)


class SyncIn(Body):
    matter_id = fields.Text(100, allow_none=True, metadata={"description": "Required to sync a matter."})
    action = fields.Choice(STARTABLE, load_default=SYNC_MATTER)

    @validates_schema
    def _a_matter_for_a_matter(self, data, **_):
        if data.get("action") == SYNC_MATTER and not data.get("matter_id"):
            raise ValidationError({"matter_id": ["Missing data for required field."]})


class LastSync(Schema):
    """The run that ended last."""

    sync_id = fields.String(attribute="id")
    action = fields.String()
    status = fields.String()
    matter_id = fields.String(allow_none=True)
    finished_at = fields.Timestamp()


class Trouble(Schema):
    """What kept the last run from succeeding, and what to do about it."""

    code = fields.String()
    message = fields.String()


class StatusOut(Schema):
    """How the connection fares. `sync_status` is idle, syncing or error; `last_sync` is null before the first sync."""

    connected = fields.Boolean()
    settings = fields.Nested(SettingsOut)
    last_sync = fields.Nested(LastSync, allow_none=True)
    sync_status = fields.String()
    error = fields.Nested(Trouble, allow_none=True)
    webhook_url = fields.String(allow_none=True)


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
    matter_id = fields.Text(100)


class LogQueryWithLimit(LogQuery):
    limit = fields.QueryInteger(load_default=20, validate=validate.Range(1, 100))


class CallbackQuery(Query):
    """Whatever a platform sends along; what is not known is not minded."""

    class Meta:
        unknown = "exclude"

    code = fields.String()
    state = fields.String()
    error = fields.String()
    error_description = fields.String()


def status_of(platform):
    """The schema of the status answer."""
    own = {platform.user_key: fields.Dict(allow_none=True, attribute="platform_user")} if platform.user_key else {}
    return type(f"{platform.name}Status", (StatusOut,), own | {"__module__": __name__})


def synced_of(platform):
    """The schema of the answer to a sync. A pull tells its counts; one that is still at work, its id and `pending`."""
    own = {"success": fields.Boolean(), platform.matter_key: fields.Integer()}
    if platform.largest_document:
        own["documentsUploaded"] = fields.Integer()
    more = {"matters": fields.Integer(), "linked": fields.Integer(), "status": fields.String(),
            "sync_id": fields.String()}
    return type(f"{platform.name}Synced", (Schema,), own | more | {"__module__": __name__})

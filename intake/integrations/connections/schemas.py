"""The shapes of the integration endpoints (docs/integrations.md).

Responses are not wrapped in `data`. Some fields bear the platform's name, so their schemas are made for each platform.
"""

from marshmallow import Schema, ValidationError, post_load, validate

from intake.cases.matters.states import STATUSES as MATTER_STATUSES
from intake.core import fields
from intake.core.schemas import Body
from intake.core.text_search import folded

_MAX_MAPPINGS = 200
_NAME = validate.And(validate.Length(1, 200), validate.Regexp(rf"[\s\S]*{fields.NOT_BLANK}", error="May not be blank."))


def are_distinct(names):
    """Whether the names, a list or a dict of them, differ in more than case and space."""
    return len({folded(name) for name in names}) == len(names)


def _check_distinct(mapping):
    if not are_distinct(mapping):
        raise ValidationError("Has names that differ only in case or spaces.")


_MAPPING = (validate.Length(max=_MAX_MAPPINGS), _check_distinct)


class SettingsOut(Schema):
    """What is synced automatically, and the mapping of names."""

    auto_sync_on_approval = fields.Boolean()
    auto_sync_on_matter_created = fields.Boolean()
    case_type_mappings = fields.Dict(keys=fields.String(), values=fields.String())
    stage_statuses = fields.Dict(keys=fields.String(), values=fields.String())


class IntegrationSettingsIn(Body):
    auto_sync_on_approval = fields.Flag()
    auto_sync_on_matter_created = fields.Flag()
    case_type_mappings = fields.Dict(
        keys=fields.Text(100, validate=_NAME), values=fields.Text(200, validate=_NAME), validate=_MAPPING)
    stage_statuses = fields.Dict(
        keys=fields.Text(200, validate=_NAME), values=fields.Choice(MATTER_STATUSES), validate=_MAPPING)


class SettingsPatch(IntegrationSettingsIn):
    """Settings to change, at the top or under `settings` as the status shows them."""

    READ_ONLY = ("connected", "sync_status", "last_sync", "webhook_url", "error")

    settings = fields.Nested(IntegrationSettingsIn)

    @post_load
    def _flatten(self, data, **_):
        return data.pop("settings", {}) | data


class SettingsPatchWithSecret(SettingsPatch):
    """As `SettingsPatch`, for a platform whose webhooks are set up there; their secret is never shown again."""

    webhook_secret = fields.Text(500, validate=_NAME, metadata={"writeOnly": True})


def patch_schema(platform):
    """Return the schema for changing settings. The other fields of the status response are accepted and ignored."""
    base = SettingsPatch if platform.subscribes else SettingsPatchWithSecret
    shown = (*base.READ_ONLY, platform.user_key) if platform.user_key else base.READ_ONLY
    return type(f"{platform.name}SettingsPatch", (base,), {"READ_ONLY": shown, "__module__": __name__})


class SettingsChanged(Schema):
    success = fields.Boolean(dump_default=True)
    settings = fields.Nested(SettingsOut, attribute="settings_in_force")


class Success(Schema):
    success = fields.Boolean(dump_default=True)


class LastSync(Schema):
    """The run that ended last."""

    sync_id = fields.String(attribute="id")
    action = fields.String()
    status = fields.String()
    matter_id = fields.String(allow_none=True)
    finished_at = fields.Timestamp()


class Trouble(Schema):
    """Why the last run failed, and what to do about it."""

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


def status_schema(platform):
    """Return the schema of the status response."""
    own = {platform.user_key: fields.Dict(allow_none=True, attribute="platform_user")} if platform.user_key else {}
    return type(f"{platform.name}Status", (StatusOut,), own | {"__module__": __name__})

"""The shapes of a firm, its settings and its notification preferences (docs/behaviour.md, "The firm")."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from marshmallow import Schema, ValidationError, post_dump, post_load, validate

from config.plans import PLANS
from intake.core import fields
from intake.core.hours import Hours
from intake.core.languages import LANGUAGES
from intake.core.local_time import replaced_zones
from intake.core.schemas import Body, Patch

from .states import (
    ALERTS,
    LEAD_FORMS,
    LEAST_THRESHOLD,
    LONGEST_IDLE_HOURS,
    LONGEST_SESSION_DAYS,
    PORTAL_CODES,
    PRACTICE_AREAS,
    SMS_ALPHABETS,
)

_WEBSITE = validate.URL(schemes={"http", "https"}, error="Must be an address that begins with https:// or http://.")
_DOMAIN = validate.Regexp(
    r"^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]\Z",
    error="Must be a domain such as intake.example.com.")
_ORIGIN = validate.Regexp(
    r"^(https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"
    r"|https?://(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?\Z",
    error="Must be an origin such as https://www.example.com, without a path.")
_COLOR = validate.Regexp(r"^#[0-9A-Fa-f]{6}\Z", error="Must be a colour such as #1f4b7f.")


@cache
def timezones() -> set[str]:
    """Return the names of IANA's time zones, without those by which Postgres means an offset and no summer time, nor
    those that were replaced.
    """
    return available_timezones() - {"Factory", "CET", "EET", "MET", "WET"} - set(replaced_zones())


def _timezone(name: str) -> None:
    if name not in timezones():
        raise ValidationError("Must be an IANA time zone such as America/New_York.")


class TimeZone(fields.Text):
    """The name of a time zone. One that was replaced, such as US/Eastern, is read as the one that replaced it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(64, validate=_timezone, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        name = super()._deserialize(value, attr, data, **kwargs)
        return replaced_zones().get(name, name)


def _different(values: list[str]) -> None:
    if len(set(values)) < len(values):
        raise ValidationError("Must be different.")


def _ascending(days: list[int]) -> None:
    if days != sorted(set(days)):
        raise ValidationError("Must be different numbers, the least first.")


class FirmAddress(Body):
    line1 = fields.Text(200, allow_none=True)
    suite = fields.Text(100, allow_none=True)
    city = fields.Text(100, allow_none=True)
    state = fields.Text(100, allow_none=True)
    zip = fields.Text(20, allow_none=True)


RetentionText = type("RetentionText", (Body,), {
    "__doc__": "The text by language; clients read another one where theirs is missing.", "__module__": __name__,
    **{code: fields.Text(1000, allow_none=True) for code in LANGUAGES}})


class ConflictThresholds(Body):
    """The scores from which a name counts as a hit of a conflict check."""

    person = fields.Integer(required=True, validate=validate.Range(LEAST_THRESHOLD, 100))
    company = fields.Integer(required=True, validate=validate.Range(LEAST_THRESHOLD, 100))


class LeadForms(Body):
    """The firm's public lead form, replaced as a whole; what is left out has its default."""

    enabled = fields.Flag(required=True)
    practice_areas = fields.List(
        fields.Choice(PRACTICE_AREAS), validate=[validate.Length(1, len(PRACTICE_AREAS)), _different])
    allowed_origins = fields.List(fields.Text(253, validate=_ORIGIN), validate=[validate.Length(max=20), _different])
    notify = fields.List(fields.EmailAddress(), validate=[validate.Length(max=10), _different])

    @post_load
    def _with_defaults(self, values: dict[str, Any], **_: Any) -> dict[str, Any]:
        return LEAD_FORMS | values


class FirmSettings(Body):
    """Only the settings that are named."""

    READ_ONLY = ("two_people_erase_clients_until",)

    intake_branding = fields.Flag()
    custom_domain = fields.Text(253, allow_none=True, validate=_DOMAIN)
    default_intake_template = fields.Text(64, allow_none=True)
    email_notifications = fields.Flag()
    sms_notifications = fields.Flag()
    brand_color = fields.Text(7, allow_none=True, validate=_COLOR)
    require_second_factor = fields.Flag()
    reminder_days = fields.List(
        fields.Integer(validate=validate.Range(1, 60)), validate=[validate.Length(max=5), _ascending])
    review_days = fields.Integer(allow_none=True, validate=validate.Range(1, 60))
    office_hours = fields.Text(100, allow_none=True)
    language = fields.Choice(tuple(LANGUAGES))
    sms_alphabet = fields.Choice(SMS_ALPHABETS)
    portal_code = fields.Choice(PORTAL_CODES)
    sender_name = fields.Text(100, allow_none=True)
    mail_signature = fields.Text(500, allow_none=True)
    quiet_hours = fields.Nested(Hours, allow_none=True, metadata={"example": {"from": "20:00", "to": "08:00"}})
    retention_text = fields.Nested(RetentionText, allow_none=True)
    session_idle_hours = fields.Integer(validate=validate.Range(1, LONGEST_IDLE_HOURS))
    session_days = fields.Integer(validate=validate.Range(1, LONGEST_SESSION_DAYS))
    require_conflict_check = fields.Flag()
    conflict_thresholds = fields.Nested(ConflictThresholds)
    two_people_erase_clients = fields.Flag()
    lead_forms = fields.Nested(LeadForms)

    @post_load
    def _lower_case(self, values: dict[str, Any], **_: Any) -> dict[str, Any]:
        return values | {name: values[name].lower() for name in ("custom_domain", "brand_color") if values.get(name)}


class FirmPatch(Patch):
    READ_ONLY = ("id", "slug", "email", "plan", "logo_url", "created_at", "updated_at")

    name = fields.Text(200, required=True)
    phone = fields.Phone(allow_none=True)
    website = fields.Text(2048, allow_none=True, validate=_WEBSITE)
    timezone = TimeZone(required=True)
    address = fields.Nested(FirmAddress, allow_none=True)
    settings = fields.Nested(FirmSettings)


class LeadFormsOut(Schema):
    enabled = fields.Boolean()
    practice_areas = fields.List(fields.Choice(PRACTICE_AREAS))
    allowed_origins = fields.List(fields.String())
    notify = fields.List(fields.String())


class SettingsOut(Schema):
    intake_branding = fields.Boolean()
    custom_domain = fields.String(allow_none=True)
    default_intake_template = fields.String(allow_none=True)
    email_notifications = fields.Boolean()
    sms_notifications = fields.Boolean()
    brand_color = fields.String(allow_none=True)
    require_second_factor = fields.Boolean()
    reminder_days = fields.List(fields.Integer())
    review_days = fields.Integer(allow_none=True)
    office_hours = fields.String(allow_none=True)
    language = fields.Choice(tuple(LANGUAGES))
    sms_alphabet = fields.Choice(SMS_ALPHABETS)
    portal_code = fields.Choice(PORTAL_CODES)
    sender_name = fields.String(allow_none=True)
    mail_signature = fields.String(allow_none=True)
    quiet_hours = fields.JsonObject(allow_none=True)
    retention_text = fields.JsonObject(allow_none=True)
    session_idle_hours = fields.Integer()
    session_days = fields.Integer()
    require_conflict_check = fields.Boolean()
    conflict_thresholds = fields.JsonObject()
    two_people_erase_clients = fields.Boolean()
    two_people_erase_clients_until = fields.String(allow_none=True)
    lead_forms = fields.Nested(LeadFormsOut)


class FirmOut(Schema):
    id = fields.String()
    name = fields.String()
    slug = fields.String()
    email = fields.String()
    phone = fields.String(allow_none=True)
    website = fields.String(allow_none=True)
    address = fields.JsonObject(allow_none=True)
    plan = fields.Choice(tuple(PLANS))
    timezone = fields.String()
    logo_url = fields.String(allow_none=True)
    settings = fields.Nested(SettingsOut, attribute="settings_in_force")
    created_at = fields.Timestamp()


class _OnlyWhatWasSent(Schema):
    @post_dump(pass_original=True)
    def _drop_what_was_not(self, shown: dict[str, Any], updated: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {name: value for name, value in shown.items() if name in updated}


class SettingsUpdated(_OnlyWhatWasSent, SettingsOut):
    """Only the settings that were sent, as they are now."""


class FirmUpdated(_OnlyWhatWasSent):
    """Only the fields that were sent, as they are now."""

    id = fields.String()
    name = fields.String()
    phone = fields.String(allow_none=True)
    website = fields.String(allow_none=True)
    timezone = fields.String()
    address = fields.JsonObject(allow_none=True)
    settings = fields.Nested(SettingsUpdated)
    updated_at = fields.Timestamp()


class Channels(Body):
    email = fields.Flag()
    sms = fields.Flag()


PreferencesPatch = type("PreferencesPatch", (Patch,), {
    "__doc__": "Only the alerts to change, of each only the channels to change.", "__module__": __name__,
    **{alert: fields.Nested(Channels) for alert in ALERTS}})


class ChannelsOut(Schema):
    """Whether an alert is sent by e-mail and by SMS, as far as the firm's settings let anything be sent."""

    email = fields.Boolean()
    sms = fields.Boolean()


PreferencesOut = type("PreferencesOut", (Schema,), {
    "__module__": __name__, **{alert: fields.Nested(ChannelsOut) for alert in ALERTS}})

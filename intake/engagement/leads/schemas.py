"""Schemas of leads."""

from marshmallow import Schema, post_load, validate

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.clients.schemas import ContactPreferences
from intake.cases.matters.schemas import Retention
from intake.core import fields
from intake.core.languages import LANGUAGES
from intake.core.schemas import Body, ChangesQuery, Patch
from intake.messaging.communications.states import STATUSES as MESSAGE_STATUSES

from .states import MAX_ALIASES, MAX_PARTIES, OTHER, PARTY_KINDS, PARTY_ROLES, PERSON, STATUSES


class ContactIn(Body):
    first_name = fields.Text(100, required=True)
    last_name = fields.Text(100, required=True)
    email = fields.EmailAddress(allow_none=True)
    phone = fields.Phone(allow_none=True)
    contact_preferences = fields.Nested(ContactPreferences, allow_none=True)


class PartyIn(Body):
    name = fields.Text(200, required=True)
    kind = fields.Choice(PARTY_KINDS, load_default=PERSON)
    role = fields.Choice(PARTY_ROLES, load_default=OTHER)
    aliases = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MAX_ALIASES), load_default=list)
    relation = fields.Text(200, allow_none=True, load_default=None)


class CampaignIn(Body):
    source = fields.Text(200, allow_none=True)
    medium = fields.Text(200, allow_none=True)
    name = fields.Text(200, allow_none=True)
    term = fields.Text(200, allow_none=True)
    content = fields.Text(200, allow_none=True)


class SourceIn(Body):
    name = fields.Text(100, allow_none=True)
    page = fields.Text(2000, allow_none=True)
    referrer = fields.Text(2000, allow_none=True)
    campaign = fields.Nested(CampaignIn, allow_none=True)


class LeadIn(Body):
    READ_ONLY = ("id", "status", "spam", "quarantined", "conflict_check_id", "client_id", "matter_id",
                 "declined_reason", "answered_at", "cleared_at", "engaged_at", "created_at", "updated_at",
                 "retention")

    contact = fields.Nested(ContactIn, required=True)
    parties = fields.List(fields.Nested(PartyIn), validate=validate.Length(max=MAX_PARTIES))
    practice_area = fields.Choice(PRACTICE_AREAS)
    message = fields.Text(10_000, allow_none=True)
    language = fields.Choice(LANGUAGES, allow_none=True)
    source = fields.Nested(SourceIn)
    assigned_to = fields.Text(64, allow_none=True)

    @post_load
    def _columns(self, lead, **_):
        """Return the lead with its contact's values beside the others."""
        return lead.pop("contact", {}) | lead


class LetterIn(Body):
    subject = fields.Text(200, required=True)
    message = fields.Text(20_000, required=True)


class ContactPatch(Patch, ContactIn):
    pass


class LeadPatch(Patch, LeadIn):
    contact = fields.Nested(ContactPatch)
    status = fields.Choice(STATUSES)
    declined_reason = fields.Text(500, allow_none=True)
    quarantined = fields.Flag()
    answered = fields.Flag()
    letter = fields.Nested(LetterIn)


class LeadQuery(ChangesQuery):
    status = fields.Choice(STATUSES)
    practice_area = fields.Choice(PRACTICE_AREAS)
    assigned_to = fields.Text(64, not_blank=True)
    source = fields.Text(100, not_blank=True)
    quarantined = fields.QueryFlag(load_default=False)
    search = fields.Text(255)
    sort = fields.Choice(("created_at",), load_default="created_at")
    order = fields.Choice(("asc", "desc"), load_default="desc")


class ContactOut(Schema):
    first_name = fields.String()
    last_name = fields.String()
    email = fields.String(allow_none=True)
    phone = fields.String(allow_none=True)
    contact_preferences = fields.JsonObject(allow_none=True)


class PartyOut(Schema):
    name = fields.String()
    kind = fields.Choice(PARTY_KINDS)
    role = fields.Choice(PARTY_ROLES)
    aliases = fields.List(fields.String())
    relation = fields.String(allow_none=True)


class SourceOut(Schema):
    name = fields.String(allow_none=True)
    page = fields.String(allow_none=True)
    referrer = fields.String(allow_none=True)
    campaign = fields.JsonObject(allow_none=True)


class SpamOut(Schema):
    score = fields.Integer()
    reasons = fields.List(fields.String())


class LeadOut(Schema):
    id = fields.String()
    status = fields.Choice(STATUSES)
    practice_area = fields.String()
    contact = fields.Nested(ContactOut)
    parties = fields.List(fields.Nested(PartyOut))
    message = fields.String(allow_none=True)
    language = fields.String(allow_none=True)
    source = fields.Nested(SourceOut)
    spam = fields.Nested(SpamOut)
    quarantined = fields.Boolean()
    assigned_to = fields.String(allow_none=True)
    conflict_check_id = fields.String(allow_none=True)
    client_id = fields.String(allow_none=True)
    matter_id = fields.String(allow_none=True)
    declined_reason = fields.String(allow_none=True)
    answered_at = fields.Timestamp(allow_none=True)
    cleared_at = fields.Timestamp(allow_none=True)
    engaged_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class LeadShown(LeadOut):
    """A lead with everything that retrieving it returns."""

    retention = fields.Nested(Retention)


class LeadMessageOut(Schema):
    """A mail to a lead, as exports have it."""

    id = fields.String()
    lead_id = fields.String()
    to = fields.String()
    subject = fields.String(allow_none=True)
    message = fields.String()
    automatic = fields.Boolean()
    status = fields.Choice(MESSAGE_STATUSES)
    error = fields.String(allow_none=True)
    sent_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


class LeadStatusEvent(LeadOut):
    """The payload of `lead.status_changed`."""

    previous_status = fields.Choice(STATUSES)

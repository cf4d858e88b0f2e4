"""Schemas of clients."""

from marshmallow import Schema

from intake.core import fields
from intake.core.hours import Hours
from intake.core.schemas import Body, ChangesQuery, Patch

from .states import CHANNELS


class Address(Body):
    line1 = fields.Text(200, allow_none=True)
    line2 = fields.Text(200, allow_none=True)
    city = fields.Text(100, allow_none=True)
    state = fields.Text(100, allow_none=True)
    zip = fields.Text(20, allow_none=True)


class ContactPreferences(Body):
    """How the client may be contacted; anything left out is allowed."""

    email = fields.Flag()
    sms = fields.Flag()
    voicemail = fields.Flag()
    reminders = fields.Flag()
    preferred = fields.Choice(CHANNELS, allow_none=True)
    hours = fields.Nested(Hours, allow_none=True)
    identify = fields.Flag()
    neutral_name = fields.Text(60, allow_none=True)


class ClientIn(Body):
    READ_ONLY = ("id", "matters", "matters_count", "created_at", "updated_at")

    first_name = fields.Text(100, required=True)
    last_name = fields.Text(100, required=True)
    email = fields.EmailAddress(allow_none=True)
    phone = fields.Phone(allow_none=True)
    date_of_birth = fields.Date(allow_none=True)
    address = fields.Nested(Address, allow_none=True)
    notes = fields.Text(20_000, allow_none=True)
    contact_preferences = fields.Nested(ContactPreferences, allow_none=True)
    custom_fields = fields.JsonObject()


class ClientPatch(Patch, ClientIn):
    pass


class ClientQuery(ChangesQuery):
    search = fields.Text(255)
    sort = fields.Choice(("created_at", "last_name"), load_default="created_at")
    order = fields.Choice(("asc", "desc"), load_default="desc")


class ClientRow(Schema):
    """A client in a list."""

    id = fields.String()
    first_name = fields.String()
    last_name = fields.String()
    email = fields.String(allow_none=True)
    phone = fields.String(allow_none=True)
    matters_count = fields.Integer()
    created_at = fields.Timestamp()


class ClientCreated(ClientRow):
    """A client as its creation returns it."""

    date_of_birth = fields.Date(allow_none=True)
    address = fields.JsonObject(allow_none=True)
    notes = fields.String(allow_none=True)
    contact_preferences = fields.JsonObject(allow_none=True)
    custom_fields = fields.JsonObject()
    updated_at = fields.Timestamp()


class ClientEvent(ClientCreated):
    """The payload of `client.created`, without the firm's internal notes."""

    class Meta:
        exclude = ("notes",)


class _MatterOfClient(Schema):
    id = fields.String()
    title = fields.String()
    status = fields.String()
    practice_area = fields.String()


class ClientOut(ClientCreated):
    """A single client with its matters."""

    matters = fields.List(fields.Nested(_MatterOfClient))

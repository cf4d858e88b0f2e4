"""Schemas of parties."""

from marshmallow import Schema, validate

from intake.cases.clients.schemas import Address
from intake.core import fields
from intake.core.schemas import Body, Patch
from intake.engagement.leads.states import OTHER, PARTY_KINDS, PARTY_ROLES, PERSON

from .states import MOST_NAMES


class MatterPartyIn(Body):
    READ_ONLY = ("id", "created_at", "updated_at")

    name = fields.Text(200, required=True)
    kind = fields.Choice(PARTY_KINDS, load_default=PERSON)
    role = fields.Choice(PARTY_ROLES, load_default=OTHER)
    aliases = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MOST_NAMES))
    former_names = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MOST_NAMES))
    relation = fields.Text(200, allow_none=True)
    email = fields.EmailAddress(allow_none=True)
    phone = fields.Phone(allow_none=True)
    address = fields.Nested(Address, allow_none=True)


class MatterPartyPatch(Patch, MatterPartyIn):
    pass


class MatterPartyOut(Schema):
    id = fields.String()
    name = fields.String()
    kind = fields.Choice(PARTY_KINDS)
    role = fields.Choice(PARTY_ROLES)
    aliases = fields.List(fields.String())
    former_names = fields.List(fields.String())
    relation = fields.String(allow_none=True)
    email = fields.String(allow_none=True)
    phone = fields.String(allow_none=True)
    address = fields.JsonObject(allow_none=True)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()

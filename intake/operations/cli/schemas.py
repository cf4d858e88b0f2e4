"""Schemas of command arguments, with the API's rules."""

from marshmallow import Schema

from config.plans import PLANS
from intake.accounts.access.schemas import check_expiry
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.states import ROLES
from intake.core.fields import Choice, EmailAddress, List, Moment, Text


class FirmIn(Schema):
    name = Text(200, required=True)
    email = EmailAddress(required=True)
    plan = Choice(tuple(PLANS))


class PlanIn(Schema):
    plan = Choice(tuple(PLANS), required=True)


class EmailIn(Schema):
    email = EmailAddress(required=True)


class KeyIn(Schema):
    name = Text(100, required=True)
    scopes = List(Choice(tuple(SCOPES)), data_key="scope", required=True)
    expires_at = Moment(validate=check_expiry)


class PublicPartIn(Schema):
    public_part = Text(100, required=True)


class UserIn(Schema):
    email = EmailAddress(required=True)
    role = Choice(ROLES, required=True)

"""Schemas of command arguments, with the API's rules."""

from typing import Any

from marshmallow import Schema, ValidationError

from config.plans import PLANS
from intake.accounts.access.schemas import check_expiry
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.states import ROLES
from intake.core.fields import Choice, EmailAddress, List, Moment, Text


class _FirmEmail(EmailAddress):
    """The address that clients answer to, in letters that every mail program can write into its header."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        address: str = super()._deserialize(value, attr, data, **kwargs)
        if not address.isascii():
            raise ValidationError("Must be in plain letters; a domain with others is written as xn--….")
        return address


class FirmIn(Schema):
    name = Text(200, required=True)
    email = _FirmEmail(required=True)
    plan = Choice(tuple(PLANS))


class PlanIn(Schema):
    plan = Choice(tuple(PLANS), required=True)


class EmailIn(Schema):
    email = _FirmEmail(required=True)


class KeyIn(Schema):
    name = Text(100, required=True)
    scopes = List(Choice(tuple(SCOPES)), data_key="scope", required=True)
    expires_at = Moment(validate=check_expiry)


class PublicPartIn(Schema):
    public_part = Text(100, required=True)


class UserIn(Schema):
    email = EmailAddress(required=True)
    role = Choice(ROLES, required=True)

"""Schemas of command arguments, with the API's rules."""

from marshmallow import Schema, fields, validate

from config.plans import PLANS
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.states import ROLES
from intake.core.fields import Choice, EmailAddress, List, Text


class _Password(fields.String):
    """A password. Not trimmed, because spaces may be part of it."""

    def __init__(self, **options):
        super().__init__(validate=[
            validate.Length(8, 200),
            validate.Regexp("[^\x00\ud800-\udfff]*\\Z", error="May not contain NUL bytes or unpaired surrogates.")],
            **options)


class FirmIn(Schema):
    name = Text(200, required=True)
    email = EmailAddress(required=True)
    plan = Choice(tuple(PLANS))
    password = _Password()


class PlanIn(Schema):
    plan = Choice(tuple(PLANS), required=True)


class KeyIn(Schema):
    name = Text(100, required=True)
    scopes = List(Choice(tuple(SCOPES)), data_key="scope", required=True)


class PublicPartIn(Schema):
    public_part = Text(100, required=True)


class UserIn(Schema):
    email = EmailAddress(required=True)
    role = Choice(ROLES, required=True)
    password = _Password(required=True)


class PasswordIn(Schema):
    password = _Password(required=True)

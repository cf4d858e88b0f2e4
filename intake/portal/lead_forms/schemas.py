"""Schemas of the link to the second part of the lead form."""

from marshmallow import Schema

from intake.core import fields
from intake.core.schemas import Body


class FactsLinkIn(Body):
    send = fields.Flag(load_default=True)


class FactsLinkOut(Schema):
    url = fields.String()
    last_day = fields.Date()
    sent = fields.Boolean()

"""Schemas of what a client is asked for a court form."""

from marshmallow import Schema

from intake.core import fields


class Asked(Schema):
    """The questions, and the client's link; its address is null for callers without `documents:read`."""

    url = fields.String(allow_none=True)
    questions = fields.List(fields.String())

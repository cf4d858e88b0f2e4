"""Schemas of handing over."""

from marshmallow import Schema

from intake.accounts.users.states import STATUSES
from intake.core import fields
from intake.core.schemas import Body


class HandoverIn(Body):
    to = fields.Text(64, required=True)
    suspend = fields.Flag(load_default=False)


class HandoverOut(Schema):
    """Both people, the numbers of matters and leads, and the present status of the person who had them."""

    id = fields.String()
    to = fields.String()
    matters = fields.Integer()
    leads = fields.Integer()
    status = fields.Choice(STATUSES)

"""The shape of usage statistics."""

from marshmallow import Schema

from config.plans import PLANS
from intake.core import fields


class Period(Schema):
    """From `start` up to, but not including, `end`."""

    start = fields.Timestamp()
    end = fields.Timestamp()


class _Matters(Schema):
    """`total` includes closed ones."""

    total = fields.Integer()
    active = fields.Integer()
    archived = fields.Integer()


class _Clients(Schema):
    total = fields.Integer()


class _Users(Schema):
    """The seats taken by members, including suspended ones, and by pending invitations."""

    total = fields.Integer()


class _Documents(Schema):
    """A gigabyte is 1024³ bytes. Rejected and quarantined files count, too."""

    uploaded_this_period = fields.Integer()
    storage_used_gb = fields.Float()


class _ApiRequests(Schema):
    """Requests that the rate limit refused are not counted."""

    this_period = fields.Integer()
    limit = fields.Integer()


class _IntakeLinksSent(Schema):
    this_period = fields.Integer()


class Used(Schema):
    matters = fields.Nested(_Matters)
    clients = fields.Nested(_Clients)
    users = fields.Nested(_Users)
    documents = fields.Nested(_Documents)
    api_requests = fields.Nested(_ApiRequests)
    intake_links_sent = fields.Nested(_IntakeLinksSent)


class Limits(Schema):
    """Null is no limit."""

    matters = fields.Integer(allow_none=True)
    storage_gb = fields.Float()
    api_requests_per_period = fields.Integer()
    users = fields.Integer()


class UsageOut(Schema):
    """The firm's usage in the current billing period: its subscription's, else the calendar month in UTC."""

    plan = fields.Choice(tuple(PLANS))
    billing_period = fields.Nested(Period)
    usage = fields.Nested(Used)
    limits = fields.Nested(Limits)

"""Schemas of merges."""

from marshmallow import Schema

from intake.cases.clients.schemas import ClientEvent
from intake.core import fields
from intake.core.schemas import Body


class MergeIn(Body):
    into = fields.Text(64, required=True)


class MergeOut(Schema):
    id = fields.String()
    client_id = fields.String()
    merged_client_id = fields.String(attribute="merged_id")
    undo_until = fields.Timestamp()
    created_at = fields.Timestamp()


class MergeEvent(Schema):
    """The payload of `client.merged` and `client.merge_undone`."""

    client = fields.Nested(ClientEvent)
    merged_client_id = fields.String()

"""Schemas of privacy requests."""

from marshmallow import Schema

from intake.core import fields
from intake.core.schemas import Body, PageQuery

from .states import KINDS, LONGEST_NOTE, LONGEST_WORDS, SOURCES, STATUSES


class PrivacyRequestIn(Body):
    """A request that reached the firm by mail, telephone, letter or in its office."""

    READ_ONLY = ("id", "status", "due_on", "extended_at", "extension_reason", "reason", "answer", "mailed", "export_id",
                 "erasure_id", "closed_at", "created_at", "updated_at", "verified_at", "verified_by")

    client_id = fields.Text(64, required=True)
    kind = fields.Choice(KINDS, required=True)
    source = fields.Choice(SOURCES[1:], required=True)
    note = fields.Text(LONGEST_NOTE, allow_none=True)
    verification = fields.Text(LONGEST_WORDS, allow_none=True)
    received_on = fields.Date(allow_none=True)


class VerificationIn(Body):
    verification = fields.Text(LONGEST_WORDS, required=True)


class ExtensionIn(Body):
    extension_reason = fields.Text(LONGEST_WORDS, required=True)


class ReasonIn(Body):
    reason = fields.Text(LONGEST_WORDS, required=True)


class AnswerIn(Body):
    answer = fields.Text(LONGEST_NOTE, allow_none=True)


class PrivacyRequestQuery(PageQuery):
    client_id = fields.Text(64, not_blank=True)
    kind = fields.Choice(KINDS)
    status = fields.Choice(STATUSES)
    open = fields.QueryFlag()


class PrivacyRequestOut(Schema):
    """What somebody asked about their data, the day by which an answer is due, and the answer."""

    id = fields.String()
    client_id = fields.String(allow_none=True)
    kind = fields.Choice(KINDS)
    source = fields.Choice(SOURCES)
    status = fields.Choice(STATUSES)
    note = fields.String(allow_none=True)
    verification = fields.String(allow_none=True)
    verified_at = fields.Timestamp(allow_none=True)
    verified_by = fields.String(allow_none=True)
    received_on = fields.Date()
    due_on = fields.Date()
    extended_at = fields.Timestamp(allow_none=True)
    extension_reason = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    answer = fields.String(allow_none=True)
    mailed = fields.Boolean()
    export_id = fields.String(allow_none=True)
    erasure_id = fields.String(allow_none=True)
    closed_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()

"""Schemas of notes."""

from marshmallow import Schema

from intake.accounts.audit.schemas import ActorOut
from intake.cases.matters.schemas import WithMatter
from intake.core import fields
from intake.core.schemas import Body, Patch

from .states import KINDS, NOTE, TEXT_LENGTH


class NoteIn(Body):
    READ_ONLY = ("id", "author", "created_at", "edited_at")

    kind = fields.Choice(KINDS, load_default=NOTE)
    text = fields.Text(TEXT_LENGTH, required=True)
    happened_at = fields.Moment(allow_none=True)


class NotePatch(Patch, NoteIn):
    pass


class NoteOut(Schema):
    id = fields.String()
    kind = fields.Choice(KINDS)
    text = fields.String()
    happened_at = fields.Timestamp(allow_none=True)
    author = fields.Nested(ActorOut)
    created_at = fields.Timestamp()
    edited_at = fields.Timestamp(allow_none=True)


class NoteRow(NoteOut, WithMatter):
    """A note in the export of a firm."""

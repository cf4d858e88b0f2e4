"""Schemas of deadlines."""

from marshmallow import Schema

from intake.cases.matters.schemas import MatterPartQuery, WithMatter
from intake.core import fields
from intake.core.schemas import Body, Patch

from .states import OTHER, STATUSES, TYPES


class DeadlineIn(Body):
    READ_ONLY = ("id", "matter", "client", "created_at")

    title = fields.Text(255, required=True)
    due_date = fields.Date(required=True)
    type = fields.Choice(TYPES, load_default=OTHER)
    notes = fields.Text(10_000, allow_none=True)
    completed = fields.Flag()


class DeadlinePatch(Patch, DeadlineIn):
    pass


class DeadlinesQuery(MatterPartQuery):
    status = fields.Choice(STATUSES)
    due_after = fields.Date()
    due_before = fields.Date()
    sort = fields.Choice(("due_date",), load_default="due_date")
    order = fields.Choice(("asc", "desc"), load_default="asc")


class DeadlineOut(Schema):
    id = fields.String()
    title = fields.String()
    due_date = fields.Date()
    type = fields.Choice(TYPES)
    notes = fields.String(allow_none=True)
    completed = fields.Boolean()
    created_at = fields.Timestamp()


class DeadlineRow(DeadlineOut, WithMatter):
    """A deadline in the list of all matters."""

"""Schemas of previews."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import Patch, Query

from .states import MAX_PAGES, PROBLEMS, ROTATIONS, STATUSES


class PreviewQuery(Query):
    first = fields.QueryInteger(load_default=1, validate=validate.Range(1, MAX_PAGES))


class PreviewPage(Schema):
    """A page as a WebP image; its address works for 5 minutes. Width and height are in pixels."""

    number = fields.Integer()
    width = fields.Integer()
    height = fields.Integer()
    url = fields.String()
    text = fields.String(allow_none=True)


class PreviewOut(Schema):
    """The preview of a file: up to twenty pages, or the reason why there are none."""

    status = fields.Choice(STATUSES)
    problem = fields.Choice(PROBLEMS, allow_none=True)
    page_count = fields.Integer(allow_none=True)
    rotation = fields.Integer()
    pages = fields.List(fields.Nested(PreviewPage))


class PreviewPatch(Patch):
    READ_ONLY = ("status", "problem", "page_count", "pages")

    rotation = fields.Integer(validate=validate.OneOf(ROTATIONS))

"""The shape of a document that was photographed."""

from marshmallow import ValidationError, validate, validates_schema

from intake.cases.previews.states import ROTATIONS
from intake.core import fields
from intake.core.schemas import Body

from .states import MAX_PHOTOS, SMALLEST_CROP

_SHARE = validate.Range(0, 1)


class PhotoIn(Body):
    """A photo as a page: turned clockwise, then cropped to [left, top, right, bottom], in shares of what it is then."""

    upload_id = fields.Text(64, required=True)
    turn = fields.Integer(load_default=0, validate=validate.OneOf(ROTATIONS))
    crop = fields.List(fields.Float(validate=_SHARE), load_default=[0, 0, 1, 1], validate=validate.Length(equal=4))

    @validates_schema(skip_on_field_errors=True)
    def _keeps_something(self, data, **_):
        left, top, right, bottom = data["crop"]
        if min(right - left, bottom - top) < SMALLEST_CROP:
            raise ValidationError(f"Keep at least {SMALLEST_CROP:.0%} of the width and of the height.", "crop")


class PhotosIn(Body):
    """The photos of a document, in the order of its pages."""

    filename = fields.Text(255, required=True)
    photos = fields.List(fields.Nested(PhotoIn), required=True, validate=validate.Length(1, MAX_PHOTOS))

    @validates_schema(skip_on_field_errors=True)
    def _has_each_once(self, data, **_):
        ids = [photo["upload_id"] for photo in data["photos"]]
        if len(set(ids)) < len(ids):
            raise ValidationError("Every photo can be one page only.", "photos")

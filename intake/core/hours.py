"""Hours of the day in a request: `{"from": "09:00", "to": "17:30"}`, which may span midnight."""

from typing import Any

from marshmallow import ValidationError, post_load, validate, validates_schema

from . import fields
from .schemas import Body

_A_TIME = validate.Regexp(r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", error="Must be a time such as 09:00.")


class Hours(Body):
    """Beginning and end, in the firm's time zone; the hours may span midnight."""

    begin = fields.Text(5, data_key="from", required=True, validate=_A_TIME, metadata={"example": "09:00"})
    to = fields.Text(5, required=True, validate=_A_TIME, metadata={"example": "17:30"})

    @validates_schema(skip_on_field_errors=True)
    def _is_some_time(self, data: dict[str, Any], **_: Any) -> None:
        if data["begin"] == data["to"]:
            raise ValidationError("Must differ from the beginning.", "to")

    @post_load
    def _as_it_was_given(self, data: dict[str, Any], **_: Any) -> dict[str, str]:
        return {"from": data["begin"], "to": data["to"]}

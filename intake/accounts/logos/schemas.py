"""The shapes of a logo and its upload."""

from marshmallow import Schema, validate

from intake.core import fields
from intake.core.schemas import Body

TYPES = ("image/png", "image/jpeg")
MAX_BYTES = 2 * 1024 * 1024


class FirmLogoIn(Body):
    filename = fields.Text(255, required=True)
    content_type = fields.Choice(TYPES, required=True)
    file_size_bytes = fields.Integer(required=True, validate=validate.Range(1, MAX_BYTES))


class FirmLogoUrl(Schema):
    """Where to PUT the picture, until when, and with which headers."""

    upload_url = fields.String()
    upload_url_expires_at = fields.Timestamp()
    headers = fields.Dict(keys=fields.String(), values=fields.String(), data_key="fields")


class FirmLogo(Schema):
    """The firm's present logo; null without one. The next one will have another address."""

    id = fields.String()
    logo_url = fields.String(allow_none=True)
    updated_at = fields.Timestamp()

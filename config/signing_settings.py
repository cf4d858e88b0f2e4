"""The settings of sealing signed letters (docs/letters.md)."""

from marshmallow import Schema, ValidationError, fields

from .setting import setting
from .validators import certificates, url


def _with_private_key(path):
    certificates(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        if "PRIVATE KEY-----" not in file.read():
            raise ValidationError("Must hold the private key, too, not encrypted, before or after the certificates.")


class SigningSettings(Schema):
    """All of them are optional; sealing needs requirements-signing.txt."""

    SIGNING_CERTIFICATE = setting(
        fields.String, "A file in PEM with the private key and the certificates that seal signed letters, the sealing "
        "one first. Without it the installation makes one of its own, which readers of PDFs do not know.",
        allow_none=True, example="/etc/intake/sealing.pem", validate=_with_private_key)
    TIME_STAMP_URL = setting(
        fields.String, "A time stamp authority (RFC 3161) that stamps these seals; without one they have the time of "
        "this installation.", allow_none=True, example="http://timestamp.digicert.com",
        validate=url("http", "https"))

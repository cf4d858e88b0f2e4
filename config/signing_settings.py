"""The settings of sealing signed letters (docs/letters.md)."""

from pathlib import Path

from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509 import load_pem_x509_certificates
from marshmallow import Schema, ValidationError, fields

from .setting import setting
from .validators import url


def _with_private_key(path):
    try:
        content = Path(path).read_bytes()
        key, certificates = load_pem_private_key(content, None), load_pem_x509_certificates(content)
    except (OSError, ValueError, TypeError):  # TypeError: the key is encrypted
        raise ValidationError("Must be a readable file in PEM with a private key, not encrypted, and its "
                              "certificates.") from None
    if key.public_key() != certificates[0].public_key():
        raise ValidationError("The first certificate must be that of the private key.")


class SigningSettings(Schema):
    """All of them are optional; sealing needs requirements-signing.txt."""

    SIGNING_CERTIFICATE = setting(
        fields.String, "A PEM file with the private key and the certificates that seal signed letters, the sealing "
        "certificate first. Without it, the installation makes its own, which PDF readers do not trust.",
        allow_none=True, example="/etc/intake/sealing.pem", validate=_with_private_key)
    TIME_STAMP_URL = setting(
        fields.String, "A time stamp authority (RFC 3161) that stamps these seals; without one, they have the time of "
        "this installation.", allow_none=True, example="http://timestamp.digicert.com",
        validate=url("http", "https"))

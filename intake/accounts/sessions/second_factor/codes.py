"""Codes of authenticator apps (RFC 6238: six digits, another every 30 seconds), and recovery codes."""

import hmac
import re
import secrets
from datetime import datetime

from pyotp import TOTP

from intake.core.plain_text import as_keyed

STEP_SECONDS = 30
RECOVERY_CODES = 10
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without those that look alike
_GROUPS, _GROUP = 6, 4  # 120 bits, enough for a plain digest
_APP_CODE = re.compile(r"[0-9]{6}")


def provisioning_uri(secret: str, email: str) -> str:
    """Return the `otpauth://` URI for the QR code: the secret, and the account and issuer that the app shows."""
    return TOTP(secret).provisioning_uri(name=email, issuer_name="Intake")


def matching_step(secret: str, code: str, moment: datetime) -> int | None:
    """Return the number of the time step whose code this is; None if the code does not match near the moment.

    The step before matches as well, because typing takes a while.
    """
    current = int(moment.timestamp()) // STEP_SECONDS
    found = None
    for step in (current - 1, current):
        if hmac.compare_digest(TOTP(secret).generate_otp(step), code):
            found = step
    return found


def normalize_code(text: str) -> str:
    """Return the code in lower case, without spaces and hyphens."""
    return re.sub(r"[\s-]", "", as_keyed(text[:100])).lower()


def is_app_code(code: str) -> bool:
    """Whether the code has the form of an app's code."""
    return bool(_APP_CODE.fullmatch(code))


def generate_recovery_codes() -> list[str]:
    """Return ten codes such as `abcd-efgh-ijkm-npqr-stuv-wxyz`."""
    return [_recovery_code() for _ in range(RECOVERY_CODES)]


def _recovery_code() -> str:
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)

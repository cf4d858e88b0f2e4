"""Codes of authenticator apps (RFC 6238: six digits, another every 30 seconds), and recovery codes."""

import hmac
import re
import secrets

from pyotp import TOTP, random_base32

SECONDS = 30
RECOVERY_CODES = 10
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is easily taken for another
_GROUPS, _GROUP = 6, 4  # 120 bits, so that a plain digest of it tells nothing
_APP_CODE = re.compile(r"[0-9]{6}")


def fresh_secret():
    """A secret that nobody knows yet, 160 bits as base 32."""
    return random_base32()


def address_for_app(secret, email):
    """What the QR code holds: with it an app knows the secret, and shows whose codes it makes."""
    return TOTP(secret).provisioning_uri(name=email, issuer_name="Intake")


def step_of(secret, code, moment):
    """The number of the half minute whose code this is; None if it is that of none near the moment.

    The one before and the one after count as well: clocks differ, and typing takes a while.
    """
    current = int(moment.timestamp()) // SECONDS
    found = None
    for step in (current - 1, current, current + 1):
        if hmac.compare_digest(TOTP(secret).generate_otp(step), code):
            found = step
    return found


def typed(text):
    """The code as it was meant, whatever was put between its characters."""
    return re.sub(r"[\s-]", "", text[:100]).lower()


def is_of_app(code):
    """Whether the code looks like one of an app."""
    return bool(_APP_CODE.fullmatch(code))


def fresh_recovery_codes():
    """Ten codes such as `abcd-efgh-ijkm-npqr-stuv-wxyz`."""
    return ["-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
            for _ in range(RECOVERY_CODES)]

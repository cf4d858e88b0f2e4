"""The challenge that every form carries: proof of work by the protocol of ALTCHA (altcha.org), with the form's time.

A browser with scripts finds the number that solves it, in a second or less; that makes many forms expensive. The
challenge is signed, names the firm's form and says when it was made, so that also an unsolved one shows how long the
form was open.
"""

import base64
import json
import time
from dataclasses import dataclass
from datetime import timedelta

import altcha

from intake.core.crypto import authentication_code

LIFETIME = timedelta(hours=6)
COST, PREFIX = 2, "0000"
"""On average 65,000 numbers are tried until a digest begins with the prefix; each takes `COST` rounds of SHA-256."""

_LONGEST = 4_000
_UNSOLVED = {"counter": -1, "derivedKey": ""}


@dataclass(frozen=True)
class Proof:
    """One of our challenges, returned in time: its id, its age in seconds, and whether it is solved."""

    id: str
    seconds: float
    is_solved: bool


def new_challenge(slug, made_at=None, prefix=PREFIX):
    """Return a challenge for the form of the firm with this slug, as its field `altcha` has it."""
    made_at = made_at or time.time()
    challenge = altcha.create_challenge(
        "SHA-256", COST, key_prefix=prefix, expires_at=int(made_at + LIFETIME.total_seconds()),
        data={"form": slug, "at": int(made_at)}, hmac_secret=_secret())
    return _encoded({"challenge": challenge.to_dict()})


def read_proof(text, slug):
    """Return the `Proof` in the field of the form; None if its challenge is not of this form, or too old."""
    try:
        given = json.loads(base64.b64decode(text[:_LONGEST], validate=True))
        payload = altcha.Payload.from_dict({"solution": _UNSOLVED} | given)
        result = altcha.verify_solution(payload, _secret())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    made = payload.challenge.parameters.data or {}
    if result.expired or result.invalid_signature is not False or made["form"] != slug:
        return None
    return Proof(str(payload.challenge.signature), time.time() - made["at"], result.verified)


def _encoded(payload):
    return base64.b64encode(json.dumps(payload).encode()).decode()


def _secret():
    return authentication_code("lead form")

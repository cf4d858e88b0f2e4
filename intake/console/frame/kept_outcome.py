"""Keeps what a form has done for the page that shows it: Back and reload open that page, and send no form again."""

import json
from typing import Any

from flask import request

from intake.accounts.access.caller import Caller
from intake.accounts.access.idempotency import finish
from intake.accounts.access.models import IdempotencyRecord
from intake.core.crypto import random_token, vault

from .sent_once import form_key

_LENGTH = 24


def keep(caller: Caller, outcome: Any, until_shown: bool = False) -> str:
    """Keep the outcome of this request's form, JSON, for a day, and return the word by which this browser finds it.

    A form that is sent again gets the same outcome, with `until_shown` only before that was shown. Afterwards it is no
    double click any more: the matters that it closed, say, may have been reopened, and it closes them again.
    """
    word, form = random_token(_LENGTH), form_key() if until_shown else ""
    if record := IdempotencyRecord.claim(
            firm_id=caller.firm_id, fingerprint=form, holder=caller.holder, key=_key(word)):
        finish(record, 200, vault.seal(json.dumps(outcome)))
    return word


def kept(caller: Caller, word: str) -> Any:
    """Return the outcome; None if there is none any more, or not for this browser or these pages."""
    record = IdempotencyRecord.show(caller.holder, _key(word)) if word.isalnum() else None
    return json.loads(vault.open(record.body)) if record and record.status else None


def _key(word: str) -> str:
    return f"outcome {request.blueprint} {word}"  # other pages show outcomes of another form

"""The addresses for answers to the mails of this installation, and for bounces: its own, with a token of the mail.

`reply+<token>@in.firm.example`; the token is the number of a record's id and its signature for the purpose of the mail,
in lower-case letters and digits, as mail servers may change the case.
"""

import hmac
import re

from flask import current_app

from intake.core.crypto import signature

_TOKEN = re.compile(r"\+([0-9a-z]{26})([a-z2-7]{26})@")


def receives_mail() -> bool:
    """Whether this installation receives replies by mail, rather than the firm's own address."""
    return _address() is not None


def reply_address(purpose: str, id: str) -> str | None:
    """Return the address for answers to the mail about the record; None unless this installation receives mail."""
    if (address := _address()) is None:
        return None
    local, _, domain = address.partition("@")
    token = id.partition("_")[2].lower()
    return f"{local}+{token}{signature(f'{purpose}:{token}')}@{domain}"


def answered_id(purpose: str, prefix: str, addresses: str) -> str | None:
    """Return the id of the record whose mail a mail to these addresses, a text, answers; None if none is ours."""
    for token, given in _TOKEN.findall(addresses.lower()):
        if hmac.compare_digest(given, signature(f"{purpose}:{token}")):
            return f"{prefix}_{token.upper()}"
    return None


def _address() -> str | None:
    address: str | None = current_app.extensions["settings"].reply_address
    return address

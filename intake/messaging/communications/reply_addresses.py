"""The addresses to which clients reply by mail: the installation's, with a token of the answered message.

`reply+<token>@in.firm.example`; the token is the message's id and its signature, in lower-case letters and digits, as
mail servers may change the case. The message tells the reply's matter and client.
"""

import hmac
import re

from flask import current_app

from intake.core.crypto import signature

from .models import Communication

_TOKEN = re.compile(r"\+([0-9a-z]{26})([a-z2-7]{26})@")


def receives_mail():
    """Whether this installation receives replies by mail, rather than the firm's own address."""
    return _address() is not None


def reply_address_of(communication):
    """Return the reply address of the message; None unless this installation receives mail and it is to a client."""
    if not receives_mail() or not isinstance(communication, Communication):
        return None
    local, _, domain = _address().partition("@")
    token = communication.id.partition("_")[2].lower()
    return f"{local}+{token}{signature(f'reply:{token}')}@{domain}"


def replied_to(addresses):
    """Return the id of the message that a mail to these addresses, a text, answers; None if none is ours."""
    for token, given in _TOKEN.findall(addresses.lower()):
        if hmac.compare_digest(given, signature(f"reply:{token}")):
            return f"{Communication.prefix}_{token.upper()}"
    return None


def _address():
    return current_app.extensions["settings"].reply_address

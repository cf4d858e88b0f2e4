"""The addresses to which clients reply by mail: the installation's, with a token of the message that they answer.

`reply+<token>@in.firm.example`; the token is the message's id and its signature, in small letters and digits, since
mail servers may change capital letters. The message says which matter and client a reply is of.
"""

import hmac
import re

from flask import current_app

from intake.core.crypto import signature

from .models import Communication

_TOKEN = re.compile(r"\+([0-9a-z]{26})([a-z2-7]{26})@")


def receives_mail():
    """Whether replies by mail come to this installation, rather than to the firm's own address."""
    return _address() is not None


def reply_address_of(communication):
    """Return the address for replies to the message; None if this installation receives none, or it is to no client."""
    if not receives_mail() or not isinstance(communication, Communication):
        return None
    local, _, domain = _address().partition("@")
    token = communication.id.partition("_")[2].lower()
    return f"{local}+{token}{signature(f'reply:{token}')}@{domain}"


def replied_to(addresses):
    """Return the id of the message to which a mail replies that was sent to the addresses, a text; None if none is."""
    for token, given in _TOKEN.findall(addresses.lower()):
        if hmac.compare_digest(given, signature(f"reply:{token}")):
            return f"{Communication.prefix}_{token.upper()}"
    return None


def _address():
    return current_app.extensions["settings"].reply_address

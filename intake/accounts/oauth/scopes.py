"""What is asked for and what of it may be given (RFC 6749, section 3.3)."""

import re

from intake.accounts.permissions.roles import scopes_of
from intake.accounts.permissions.scopes import SCOPES

from .errors import InvalidScope

_LIST = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*")


def asked(scope):
    """The scopes that the text names, each once, in the order in which we tell of them. Raises `InvalidScope`."""
    if not _LIST.fullmatch(scope):
        raise InvalidScope("scope must be names separated by single spaces.")
    names = set(scope.split(" "))
    if names - SCOPES.keys():
        raise InvalidScope("scope names something that does not exist.")
    return [name for name in SCOPES if name in names]


def given(wanted, client, user):
    """Those of the scopes that the client may ask for and the user's role allows. Raises `InvalidScope` if none."""
    may = scopes_of(user.role) & set(client.scopes)
    found = [name for name in wanted if name in may]
    if not found:
        raise InvalidScope("Nothing of the scope may be given to this client by this user.")
    return found

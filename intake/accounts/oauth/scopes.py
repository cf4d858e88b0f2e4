"""The parameter `scope`, and which scopes may be granted (RFC 6749, section 3.3)."""

import re

from intake.accounts.permissions.roles import scopes_of
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.models import User

from .errors import InvalidScope
from .models import OauthClient

_LIST = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*")


def parse_scope(scope: str) -> list[str]:
    """Return the scopes that the text names, each once, in the order of `SCOPES`. Raises `InvalidScope`."""
    if not _LIST.fullmatch(scope):
        raise InvalidScope("scope must be names separated by single spaces.")
    names = set(scope.split(" "))
    if names - SCOPES.keys():
        raise InvalidScope("scope names something that does not exist.")
    return [name for name in SCOPES if name in names]


def grantable_scopes(requested: list[str], client: OauthClient, user: User) -> list[str]:
    """Return the requested scopes that the client may ask for and the user's role allows.

    Raises `InvalidScope` if there are none.
    """
    allowed = scopes_of(user.role) & set(client.scopes)
    granted = [name for name in requested if name in allowed]
    if not granted:
        raise InvalidScope("Nothing of the scope may be given to this client by this user.")
    return granted

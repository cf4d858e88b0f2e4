"""The parameters of OAuth requests (RFC 6749, section 3 and appendix A): each at most once, printable ASCII."""

import re
from collections import Counter
from urllib.parse import parse_qsl

from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.models import User
from intake.core.forms import MAX_FIELD_BYTES

from .errors import InvalidOauthRequest, InvalidScope
from .models import OauthClient

_MAX_PARAMETERS = 50
_PRINTABLE = re.compile(r"[\x20-\x7e]*")
_SCOPES = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*")


class Parameters:
    """The parameters of a form or query string. One without a value counts as missing. Raises `InvalidOauthRequest`."""

    def __init__(self, encoded: bytes) -> None:
        if len(encoded) > MAX_FIELD_BYTES:
            raise InvalidOauthRequest("The parameters are too long.")
        try:
            pairs = parse_qsl(encoded.decode("ascii"), keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
        except ValueError:
            raise InvalidOauthRequest("The parameters cannot be read.") from None
        self._values = {name: value for name, value in pairs if value}
        self.repeated = {name for name, times in Counter(name for name, _ in pairs).items() if times > 1}

    def get(self, name: str) -> str | None:
        """Return the parameter's value, None if there is none.

        Raises `InvalidOauthRequest` if it is repeated or not printable.
        """
        value = self._values.get(name)
        if name in self.repeated:
            raise InvalidOauthRequest(f"{_shown(name)} may be given only once.")
        if value and not _PRINTABLE.fullmatch(value):
            raise InvalidOauthRequest(f"{name} holds characters that it may not hold.")
        return value

    def require(self, name: str) -> str:
        """Return the parameter's value. Raises `InvalidOauthRequest` if there is none."""
        value = self.get(name)
        if value is None:
            raise InvalidOauthRequest(f"{name} is missing.")
        return value

    def refuse_repeated(self) -> None:
        """Raise `InvalidOauthRequest` if any parameter is repeated, even one without a meaning."""
        if self.repeated:
            raise InvalidOauthRequest(f"{_shown(min(self.repeated))} may be given only once.")


def parse_scope(scope: str) -> list[str]:
    """Return the scopes that the text names, each once, in the order of `SCOPES`. Raises `InvalidScope`."""
    if not _SCOPES.fullmatch(scope):
        raise InvalidScope("scope must be names separated by single spaces.")
    names = set(scope.split(" "))
    if names - SCOPES.keys():
        raise InvalidScope("scope names something that does not exist.")
    return [name for name in SCOPES if name in names]


def grantable_scopes(requested: list[str], client: OauthClient, user: User) -> list[str]:
    """Return the requested scopes that the client may ask for and the user's role allows.

    Raises `InvalidScope` if there are none.
    """
    granted = client.grantable(requested, user)
    if not granted:
        raise InvalidScope("Nothing of the scope may be given to this client by this user.")
    return granted


def _shown(name: str) -> str:
    """Return the name if it may be part of an error_description, which is printable ASCII without quotes."""
    return name if re.fullmatch(r"\w{1,40}", name, re.ASCII) else "A parameter"

"""What lets Intake in at a platform: its own registration there, and the tokens that a firm's consent brings."""

import re
from dataclasses import dataclass, field

from intake.gateways.platforms import PlatformUnavailable

_TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")
_LONGEST_SECONDS = 10 * 365 * 86_400


@dataclass(frozen=True)
class Account:
    """Intake's own registration at a platform, as the operator's settings tell it."""

    api_url: str
    authorize_url: str
    token_url: str
    deauthorize_url: str | None
    client_id: str
    client_secret: str = field(repr=False)


@dataclass(frozen=True)
class Tokens:
    """What a platform hands out. No `expires_in` (seconds) means that the access token never expires."""

    access_token: str = field(repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    expires_in: int | None = None

    @classmethod
    def told(cls, answer):
        """The tokens in the JSON of a token answer (RFC 6749). Raises `PlatformUnavailable` if it makes no sense."""
        told = answer if isinstance(answer, dict) else {}
        access, refresh, expires_in = (told.get(name) for name in ("access_token", "refresh_token", "expires_in"))
        if not (_is_token(access) and (refresh in (None, "") or _is_token(refresh)) and _is_lifetime(expires_in)):
            raise PlatformUnavailable("The answer holds no tokens.")
        return cls(access, refresh or None, expires_in and min(expires_in, _LONGEST_SECONDS))


def _is_token(value):
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None


def _is_lifetime(value):
    return value is None or (type(value) is int and value >= 0)

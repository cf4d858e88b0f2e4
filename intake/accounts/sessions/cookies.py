"""The cookies around signing in. The session's holds a random token, the others hold signed JSON."""

import hashlib
import re
from datetime import timedelta
from typing import Any

from flask import current_app
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.wrappers import Response

from intake.core.cookies import Cookie
from intake.core.timed_signer import TimedSigner

from .states import KNOWN_DEVICE_LIFETIME, PENDING_SIGN_IN_LIFETIME, SESSION_LIFETIME, TOKEN_LENGTH

_TOKEN = re.compile(rf"[A-Za-z0-9]{{{TOKEN_LENGTH}}}")


class SignedCookie(Cookie):
    """A cookie that holds signed JSON."""

    lifetime: timedelta

    def load(self) -> Any:
        """Return the content of the request's cookie; None if it is missing, forged or too old."""
        try:
            return self._signer().loads(self.value, max_age=int(self.lifetime.total_seconds()))
        except BadData:
            return None

    def save(self, response: Response, content: Any) -> None:
        """Set the cookie with the response. The content must be JSON."""
        self.set(response, self._signer().dumps(content))

    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt=f"cookie {self.purpose}",
                                      signer=TimedSigner, signer_kwargs={"digest_method": hashlib.sha256})


SESSION_COOKIE = Cookie("session", SESSION_LIFETIME)
PENDING_SIGN_IN_COOKIE = SignedCookie("awaited", PENDING_SIGN_IN_LIFETIME)
"""The user whose password was right and whose second factor is still missing."""

KNOWN_DEVICE_COOKIE = SignedCookie("known", KNOWN_DEVICE_LIFETIME)
"""The user who signed in with this browser before (`known_devices`)."""


def session_token() -> str | None:
    """Return the token in the request's session cookie; None if there is none."""
    token = SESSION_COOKIE.value
    return token if _TOKEN.fullmatch(token) else None

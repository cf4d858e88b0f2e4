"""The cookies around signing in.

Where people come by TLS their names begin with `__Host-`: then browsers take them from nobody but this very host, over
TLS. The session's bears a random token; the others say something, and our signature under it.
"""

import hashlib
import re

from flask import current_app, request
from itsdangerous import BadData, URLSafeTimedSerializer

from intake.core.addresses import uses_https

from .states import AWAITED_FOR, KNOWN_FOR, SIGNED_IN_FOR, TOKEN_LENGTH

_TOKEN = re.compile(rf"[A-Za-z0-9]{{{TOKEN_LENGTH}}}")


class Cookie:
    """A cookie out of reach of scripts and other sites. Must be asked and set while a request is answered."""

    def __init__(self, purpose, lasting):
        self.purpose, self.lasting = purpose, lasting

    @property
    def name(self):
        return f"__Host-intake_{self.purpose}" if uses_https() else f"intake_{self.purpose}"

    def set(self, response, value):
        """The browser that gets this answer will bear the value."""
        response.set_cookie(self.name, value, max_age=self.lasting, **self._reach())

    def forget(self, response):
        """The browser that gets this answer will bear nothing of the kind any more."""
        response.delete_cookie(self.name, **self._reach())

    def _reach(self):
        return {"path": "/", "secure": uses_https(), "httponly": True, "samesite": "Lax"}


class SignedCookie(Cookie):
    """A cookie that bears what we said, and nothing that anybody else did."""

    def said(self):
        """What this request's browser bears; None if it bears nothing, or what we never said or said too long ago."""
        try:
            return self._signer().loads(request.cookies.get(self.name, ""), max_age=self.lasting.total_seconds())
        except BadData:
            return None

    def say(self, response, content):
        """The browser that gets this answer will bear the content, which must be JSON."""
        self.set(response, self._signer().dumps(content))

    def _signer(self):
        return URLSafeTimedSerializer(current_app.secret_key, salt=f"cookie {self.purpose}",
                                      signer_kwargs={"digest_method": hashlib.sha256})


SESSION = Cookie("session", SIGNED_IN_FOR)
AWAITED = SignedCookie("awaited", AWAITED_FOR)
"""Whose password was right, while the second factor is still to be shown."""

KNOWN = SignedCookie("known", KNOWN_FOR)
"""Who signed in here before: others who guess cannot make them wait."""


def session_token():
    """The token that this request's browser bears; None if it bears none."""
    token = request.cookies.get(SESSION.name, "")
    return token if _TOKEN.fullmatch(token) else None

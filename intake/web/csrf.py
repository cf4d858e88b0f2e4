"""Forms that only our own pages can send.

The browser has a random cookie, each form its signature: another site can read neither, nor make one fit the other.
Where people come by TLS no neighbour under the same domain can plant a pair of its own either: browsers take cookies
whose names begin with `__Host-` from this very host alone.
"""

import hmac

from flask import current_app, request

from intake.core.addresses import uses_https
from intake.core.crypto import random_token

FIELD, HEADER = "csrf", "X-CSRF-Token"
_LENGTH = 32


def protected(response, cookie):
    """The answer, with the cookie to which its forms belong. It goes over TLS only, wherever people come by TLS."""
    response.set_cookie(_name(), cookie, httponly=True, samesite="Lax", secure=uses_https())
    return response


def cookie():
    """This browser's cookie, a new one if it has none yet."""
    given = request.cookies.get(_name(), "")
    return given if len(given) == _LENGTH and given.isalnum() and given.isascii() else random_token(_LENGTH)


def signature(cookie):
    """What a form for the browser with this cookie bears in its field `csrf`, and a script's request in its header."""
    return hmac.digest(current_app.secret_key.encode(), f"csrf:{cookie}".encode(), "sha256").hex()


def is_genuine():
    """Whether what was sent comes from a page of ours that was made for this browser."""
    expected = signature(request.cookies.get(_name(), ""))
    given = request.headers.get(HEADER) or request.form.get(FIELD, "")
    return hmac.compare_digest(expected.encode(), given.encode(errors="replace"))


def _name():
    return "__Host-intake_csrf" if uses_https() else "intake_csrf"

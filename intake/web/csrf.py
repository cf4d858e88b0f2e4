"""Forms that only our own pages can send.

The browser has a random cookie, each form its signature: another site can read neither, nor make one fit the other.
"""

import hmac

from flask import current_app, request

from intake.core.crypto import random_token

FIELD, HEADER = "csrf", "X-CSRF-Token"
_COOKIE = "intake_csrf"
_LENGTH = 32


def protected(response, cookie):
    """The answer, with the cookie to which its forms belong. It goes over TLS only, wherever people come by TLS."""
    secure = current_app.extensions["settings"].app_url.startswith("https:")  # what a proxy hides from the request
    response.set_cookie(_COOKIE, cookie, httponly=True, samesite="Lax", secure=secure)
    return response


def cookie():
    """This browser's cookie, a new one if it has none yet."""
    given = request.cookies.get(_COOKIE, "")
    return given if len(given) == _LENGTH and given.isalnum() and given.isascii() else random_token(_LENGTH)


def signature(cookie):
    """What a form for the browser with this cookie bears in its field `csrf`, and a script's request in its header."""
    return hmac.digest(current_app.secret_key.encode(), f"csrf:{cookie}".encode(), "sha256").hex()


def is_genuine():
    """Whether what was sent comes from a page of ours that was made for this browser."""
    expected = signature(request.cookies.get(_COOKIE, ""))
    given = request.headers.get(HEADER) or request.form.get(FIELD, "")
    return hmac.compare_digest(expected.encode(), given.encode(errors="replace"))

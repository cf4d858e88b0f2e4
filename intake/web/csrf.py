"""CSRF protection of forms by a signed double-submit cookie.

The browser has a random cookie, and each form the cookie's signature: another site can neither read them nor compute
the signature. With TLS, no other host of the same domain can set a matching pair: browsers accept cookies whose names
begin with `__Host-` from this host alone.
"""

import hmac

from flask import Response, request

from intake.core.cookies import Cookie
from intake.core.crypto import authentication_code, random_token

FIELD, HEADER = "csrf", "X-CSRF-Token"
_LENGTH, _TOKEN_LENGTH, _MARK_LENGTH = 32, 16, 8
_COOKIE = Cookie("csrf")


def protected(response: Response, cookie: str) -> Response:
    """Set the cookie that the response's forms are signed with; `Secure` if the installation uses TLS."""
    _COOKIE.set(response, cookie)
    return response


def cookie() -> str:
    """Return this browser's cookie, a new one if it has none yet."""
    given = _COOKIE.value
    return given if len(given) == _LENGTH and given.isalnum() and given.isascii() else random_token(_LENGTH)


def signature(cookie: str) -> str:
    """Return the signature of a cookie, which a form sends in its field `csrf` and a script in a header."""
    return authentication_code(f"csrf:{cookie}").hex()


def signature_of_page(cookie: str, reader: str) -> str:
    """Return the signature of a cookie and a page token.

    The token identifies a form that is submitted twice, and ends in a mark of the `reader`, the id of a user.
    """
    return f"{signature(cookie)}.{random_token(_TOKEN_LENGTH)}{_mark(reader)}"


def page_token() -> str:
    """Return the token of the page whose form was sent, empty if it has none."""
    return request.form.get(FIELD, "").partition(".")[2]


def is_of_reader(reader: str) -> bool:
    """Whether the page whose form was sent was made for this user; also if it names none."""
    return page_token()[_TOKEN_LENGTH:] in ("", _mark(reader))


def _mark(reader: str) -> str:
    return authentication_code(f"reader:{reader}").hex()[:_MARK_LENGTH]


def is_genuine() -> bool:
    """Whether the request comes from a page of ours that was made for this browser."""
    expected = signature(_COOKIE.value)
    given = (request.headers.get(HEADER) or request.form.get(FIELD, "")).partition(".")[0]
    return hmac.compare_digest(expected.encode(), given.encode(errors="replace"))


def is_from_our_page() -> bool:
    """As `is_genuine`, but also accept a browser that refuses cookies, for pages whose address suffices to open them.

    Other sites cannot make a browser claim that a request comes from our origin.
    """
    from_our_origin = request.headers.get("Sec-Fetch-Site") == "same-origin"
    return is_genuine() or (from_our_origin and _COOKIE.name not in request.cookies)

"""The language of a client's pages: the one they chose, else the one the firm writes to them in, else the browser's."""

from flask import request

from intake.core.addresses import cookie_name, uses_https
from intake.core.languages import ENGLISH, LANGUAGES
from intake.web.translation import preferred

_COOKIE = "lang"
_A_YEAR = 365 * 24 * 60 * 60


def current(written=ENGLISH):
    """Return the language of this request's page, for somebody to whom the firm writes in the language `written`."""
    cookie = request.cookies.get(cookie_name(_COOKIE))
    if cookie in LANGUAGES:
        return cookie
    # English is also the language of those for whom the firm named none: the browser's is a better guess.
    return preferred() if written == ENGLISH else written


def requested():
    """Return the language that the address asks for by `?lang=`, None if that is none of ours."""
    language = request.args.get("lang")
    return language if language in LANGUAGES else None


def remember(response, language):
    """Set the cookie that keeps this browser's pages in the language. Returns the response."""
    response.set_cookie(cookie_name(_COOKIE), language, max_age=_A_YEAR, httponly=True, samesite="Lax",
                        secure=uses_https())
    return response


def others(language):
    """Return the languages of the page's menu: every one but the page's own."""
    return [each for each in LANGUAGES.values() if each.code != language]

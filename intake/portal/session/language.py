"""The language of a client's pages: the one they chose, else the one the firm writes to them in, else the browser's."""

from flask import request

from intake.core.addresses import uses_https
from intake.messaging.communications.wording import language_of
from intake.web.translation import LANGUAGES, SPANISH, preferred

_COOKIE = "intake_lang"
_A_YEAR = 365 * 24 * 60 * 60


def chosen(client=None):
    """The language of this request's page, for this client if it is known who it is."""
    cookie = request.cookies.get(_COOKIE)
    if cookie in LANGUAGES:
        return cookie
    return SPANISH if client and language_of(client) == SPANISH else preferred()


def asked_for():
    """The language that the address asks for, None if it asks for none that we speak."""
    asked = request.args.get("lang")
    return asked if asked in LANGUAGES else None


def remembered(response, language):
    """The answer; from now on this browser's pages are in the language."""
    response.set_cookie(_COOKIE, language, max_age=_A_YEAR, path="/p", httponly=True, samesite="Lax",
                        secure=uses_https())
    return response

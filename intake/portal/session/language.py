"""The language of a client's pages: the chosen one, else the one in which the firm writes to them, else the
browser's."""

from flask import after_this_request, request

from intake.core.cookies import A_YEAR, Cookie
from intake.core.languages import ENGLISH, LANGUAGES
from intake.web.translation import preferred

_COOKIE = Cookie("lang", A_YEAR)


def current(written=ENGLISH):
    """Return the language of this request's page; `written` is the one in which the firm writes to the reader."""
    chosen = requested() or _remembered()
    if chosen:
        return chosen
    # English is also the language of those for whom the firm named none: the browser's is a better guess.
    return preferred() if written == ENGLISH else written


def requested():
    """Return the language that the address requests with `?lang=`, None if Intake does not have it."""
    language = request.args.get("lang")
    return language if language in LANGUAGES else None


def remember_requested():
    """Let the answer set the cookie that keeps this browser's pages in the language, if the address asks for one."""
    if requested():
        after_this_request(_remember)


def keep_requested(path):
    """Return the path of another page in the language that this page's address requests.

    It is in the address until the browser has shown that it keeps the cookie; some refuse all.
    """
    asked = requested()
    if asked in (None, _remembered()):
        return path
    place, mark, anchor = path.partition("#")
    return f"{place}{'&' if '?' in place else '?'}lang={asked}{mark}{anchor}"


def _remembered():
    return _COOKIE.value if _COOKIE.value in LANGUAGES else None


def _remember(response):
    _COOKIE.set(response, requested())
    return response


def others(language):
    """Return the languages of the page's menu: every one but the page's own."""
    return [each for each in LANGUAGES.values() if each.code != language]

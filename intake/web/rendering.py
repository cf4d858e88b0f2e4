"""Renders templates as pages with a Content-Security-Policy, and gives the addresses of styles and scripts."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Response, make_response, render_template, request

from intake.core.languages import ENGLISH, direction_of

from .translation import translator

FOLDER = Path(__file__).parent / "static"

READING = ("default-src 'none'; style-src 'self'; img-src 'self'; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
"""The policy of a page without forms and scripts: only our own styles and pictures."""

FORM = READING.replace("form-action 'none'", "form-action 'self'")
"""The policy of a page with a form that is submitted to our own origin."""

FORM_WITH_SCRIPT = FORM.replace("default-src 'none';", "default-src 'none'; script-src 'self';")
"""As `FORM`, for a page with a script of ours."""

INTERACTIVE = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
               "base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
"""The policy of the console and of clients' pages: everything from our own origin alone."""

FRAMING = f"{INTERACTIVE}; frame-src 'self'"
"""As `INTERACTIVE`, for a page that shows another page of ours in a frame."""

PICTURE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
"""The policy of an uploaded picture: if it is opened on its own, it can load and run nothing."""

ALONE = {"Cross-Origin-Opener-Policy": "same-origin"}
"""The header of a page with data: a window of another site that opened it can neither watch nor navigate it."""

_REFUSED = (400, 422)
"""The statuses with which a form is shown again, to be corrected."""


def sending_to(origin: str) -> str:
    """Return the policy `INTERACTIVE` for a page whose scripts send files to the storage at this origin."""
    return INTERACTIVE.replace("connect-src 'self'", f"connect-src 'self' {origin}")


def page(template: str, policy: str = READING, language: str = ENGLISH, **values: Any) -> Response:
    """Return the rendered template under this Content-Security-Policy.

    It gets the functions `asset` and `_`, which translates a sentence, and the `language` with its `direction`.
    """
    response = make_response(render_template(
        template, asset=asset, _=translator(language), language=language, direction=direction_of(language), **values))
    response.headers["Content-Security-Policy"] = policy
    return response


def page_in(language: str, template: str, policy: str, status: int = 200, **values: Any) -> Response:
    """As `page`, with this status, for pages that the same address shows in other languages, too.

    If a form was refused, the title begins with that.
    """
    is_refused = request.method == "POST" and status in _REFUSED
    response = page(template, policy, language, is_refused=is_refused, **values)
    response.status_code = status
    response.headers["Content-Language"] = language
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def asset(name: str) -> str:
    """Return the address of a file in `static/`; it changes when the file does, so browsers may cache it forever."""
    return f"/static/{fingerprint(name)}/{name}"


@cache
def fingerprint(name: str) -> str:
    """Return a digest of the file's content. Raises `FileNotFoundError`."""
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]

"""Redirects after signing in: to a page of this application only."""

import re
from urllib.parse import quote

from flask import current_app, redirect, request, url_for
from werkzeug.wrappers import Response

_LOCAL_PATH = re.compile(r"/(?!/)[\x21-\x5b\x5d-\x7e]{0,3999}")
"""One leading slash, no backslashes, which browsers read as slashes, and no characters that browsers remove."""


def local_path(text: str | None) -> str | None:
    """Return the text if it is a path of this application, else None."""
    return text if text and _LOCAL_PATH.fullmatch(text) else None


def current_path() -> str:
    """Return the path of this request, with its query string."""
    query = request.query_string.decode("latin-1")
    return quote(request.path, safe="/:@!$&'()*+,;=") + (f"?{query}" if query else "")


def redirect_to_login() -> Response:
    """Redirect to the login page, which leads back to this path if it can be requested with GET."""
    adapter = current_app.create_url_adapter(request)
    shown = adapter is not None and adapter.test(method="GET")
    return redirect(url_for("signing_in.show", next=local_path(current_path()) if shown else None), 303)

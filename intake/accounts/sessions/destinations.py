"""Where signing in leads: to a page of ours, never elsewhere."""

import re
from urllib.parse import quote

from flask import current_app, redirect, request, url_for

_OWN_PATH = re.compile(r"/(?!/)[\x21-\x5b\x5d-\x7e]{0,3999}")
"""Begins with one slash, and has neither backslashes, which browsers take for slashes, nor what they leave out."""


def own_path(text):
    """The text if it is the path of a page of ours; else None."""
    return text if text and _OWN_PATH.fullmatch(text) else None


def here():
    """The path of this request, with its query string."""
    query = request.query_string.decode("latin-1")
    return quote(request.path, safe="/:@!$&'()*+,;=") + (f"?{query}" if query else "")


def to_sign_in():
    """Off to the sign-in page, which leads back to here if this is a page that can be shown."""
    shown = current_app.create_url_adapter(request).test(method="GET")
    return redirect(url_for("signing_in.show", next=own_path(here()) if shown else None), 303)

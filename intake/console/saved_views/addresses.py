"""The addresses that views lead to: pages of the console, never another site."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import current_app
from werkzeug.exceptions import HTTPException

_ADDRESS = re.compile(r"/(?!/)[!-~]*")
_PASSING = {"page", "cursor", "before", "after", "file", "done", "failed", "about", "undo", "undo_matter"}
"""Parameters that are not part of a view: the position in it, and notices of the last action."""


def is_console_address(text):
    """Whether the text is the path of a page of the console, possibly with a query string."""
    if not _ADDRESS.fullmatch(text) or {"\\", "#"} & set(text):
        return False
    try:
        endpoint, _ = current_app.url_map.bind("").match(urlsplit(text).path, method="GET")
    except (HTTPException, ValueError):
        return False
    contract = getattr(current_app.view_functions[endpoint], "contract", None)
    return bool(contract and contract.sign_in and contract.permission)


def view_address(address):
    """Return the address with only the parameters of its view, so that equal views have equal addresses."""
    path, _, query = address.partition("?")
    kept = sorted((name, value) for name, value in parse_qsl(query) if name not in _PASSING)
    return f"{path}?{urlencode(kept)}" if kept else path

"""The page that the address of a form belongs to."""

from urllib.parse import quote

from flask import current_app, request


def page_above() -> str | None:
    """Return the quoted path of the nearest page above this request's address, None if there is none."""
    routes, path = current_app.url_map.bind(request.host), request.path
    while path := path.rpartition("/")[0]:
        if routes.test(path, "GET"):
            return quote(path)  # it can have a line break in it, with which a redirect fails
    return None

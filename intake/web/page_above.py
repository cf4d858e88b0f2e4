"""The page that the address of a form belongs to."""

from flask import current_app, request


def page_above() -> str | None:
    """Return the path of the nearest page above this request's address, None if there is none."""
    routes, path = current_app.url_map.bind(request.host), request.path
    while path := path.rpartition("/")[0]:
        if routes.test(path, "GET"):
            return path
    return None

"""Cookies of the browsers of users and clients."""

from datetime import timedelta
from typing import Any

from flask import current_app, request
from werkzeug.wrappers import Response

A_YEAR = timedelta(days=365)


class Cookie:
    """A cookie that scripts and other sites cannot reach; without a lifetime, it is kept until the browser is closed.

    With TLS its name begins with `__Host-`: browsers then accept it from this host alone and send it over TLS only.
    Needs a request context.
    """

    def __init__(self, purpose: str, lifetime: timedelta | None = None) -> None:
        self.purpose, self.lifetime = purpose, lifetime

    @property
    def name(self) -> str:
        return f"__Host-intake_{self.purpose}" if _uses_https() else f"intake_{self.purpose}"

    @property
    def value(self) -> str:
        """The value of the cookie in the request; empty if it has none."""
        return request.cookies.get(self.name, "")

    def set(self, response: Response, value: str) -> None:
        """Set the cookie with the response."""
        response.set_cookie(self.name, value, max_age=self.lifetime, **self._attributes())

    def delete(self, response: Response) -> None:
        """Delete the cookie with the response."""
        response.delete_cookie(self.name, **self._attributes())

    def _attributes(self) -> dict[str, Any]:
        return {"path": "/", "secure": _uses_https(), "httponly": True, "samesite": "Lax"}


def clear_site_data(response: Response) -> None:
    """Let the browser delete what it has stored for this site: pages, pictures, and the typed text of every tab."""
    response.headers["Clear-Site-Data"] = '"cache", "storage"'


def _uses_https() -> bool:
    """Whether people reach this installation over HTTPS, which a proxy may hide from the request."""
    return current_app.extensions["settings"].app_url.startswith("https:")

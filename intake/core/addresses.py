"""Public addresses of this installation."""

from flask import current_app


def public_url(path: str) -> str:
    """Return the absolute URL of one of our paths."""
    return current_app.extensions["settings"].app_url.rstrip("/") + path


def uses_https() -> bool:
    """Whether people reach this installation over HTTPS, which a proxy may hide from the request."""
    return current_app.extensions["settings"].app_url.startswith("https:")

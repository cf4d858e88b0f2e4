"""Public addresses of this installation."""

from urllib.parse import urlsplit

from flask import current_app

from config.settings import LOOPBACK_HOSTS


def public_url(path: str) -> str:
    """Return the absolute URL of one of our paths."""
    return current_app.extensions["settings"].app_url.rstrip("/") + path


def is_local() -> bool:
    """Whether this installation is reached from its own machine only."""
    host = urlsplit(current_app.extensions["settings"].app_url).hostname
    return host in LOOPBACK_HOSTS


def cookie_name(purpose: str) -> str:
    """Return a cookie's name. Over HTTPS browsers accept those that begin with `__Host-` from this host alone."""
    return f"__Host-intake_{purpose}" if uses_https() else f"intake_{purpose}"


def uses_https() -> bool:
    """Whether people reach this installation over HTTPS, which a proxy may hide from the request."""
    return current_app.extensions["settings"].app_url.startswith("https:")

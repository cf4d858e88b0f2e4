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

"""Addresses of this installation, as the world reaches it."""

from flask import current_app


def public_url(path):
    """The whole address of a path of ours."""
    return current_app.extensions["settings"].app_url.rstrip("/") + path


def by_tls():
    """Whether people come by TLS, which a proxy may hide from the request."""
    return current_app.extensions["settings"].app_url.startswith("https:")

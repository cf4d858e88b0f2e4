"""Whether a firm's own domain leads to this installation."""

from urllib.parse import urlsplit

from flask import current_app

from intake.gateways.resolver import LookupFailed, Resolver
from intake.gateways.time_limit import TimeLimit

HERE, ELSEWHERE, UNKNOWN = "here", "elsewhere", "unknown"
"""The state of a domain in the DNS: it has an address of this installation, other addresses, or none."""

_SECONDS = 5


def our_host():
    """Return the host to which the DNS entry of a firm's domain points."""
    return urlsplit(current_app.extensions["settings"].app_url).hostname


def look_up(domain, resolver=None):
    """Return the domain's current state in the DNS."""
    resolver, limit = resolver or _resolver, TimeLimit(_SECONDS)
    try:
        theirs, ours = (set(resolver.addresses(name, limit)) for name in (domain, our_host()))
    except (LookupFailed, TimeoutError):
        return UNKNOWN
    return HERE if theirs <= ours else ELSEWHERE


_resolver = Resolver()

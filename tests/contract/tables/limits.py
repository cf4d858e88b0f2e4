"""Limits and constants. The limits of body fields and parameters are in `bodies.py` and `queries.py`."""

from datetime import timedelta

RATE_LIMITS = (
    # plan, requests a minute, burst
    ("standard",   100,   150),
    ("pro",        500,   750),
    ("enterprise", 1000, 1500),
)
BURST_SECONDS = 10
WINDOW_SECONDS = 60

RATE_LIMIT_HEADERS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")

LIFETIMES = (
    # what, how long, the call that returns it, the fields between whose times it passes
    ("signed upload URL", timedelta(minutes=15), "POST /uploads/signed-url", None, "upload_url_expires_at"),
    ("download URL", timedelta(minutes=5), "GET /uploads/:id/download", None, "expires_at"),
    ("invitation", timedelta(days=7), "POST /firms/users", "invite_sent_at", "expires_at"),
    ("intake link", timedelta(days=90), "POST /matters/:id/intake-link", None, "expires_at"),
)

CONSTANTS = (
    # what, its value, the call that shows it, where in `data`
    ("max_file_size_mb default", 25, "POST /matters/:id/documents/request", ("max_file_size_mb",)),
    ("OAuth access token lifetime", 3600, "POST /oauth/token", ("expires_in",)),
    ("users of an enterprise firm", 1000, "GET /firms/usage", ("limits", "users")),
    ("storage of an enterprise firm", 5000, "GET /firms/usage", ("limits", "storage_gb")),
    ("requests of an enterprise firm", 10_000_000, "GET /firms/usage", ("limits", "api_requests_per_period")),
    ("matters of an enterprise firm", None, "GET /firms/usage", ("limits", "matters")),
)

SIZES = (
    # the list, how many it shows by default, the parameter that asks for more, the maximum of that
    ("GET /matters",               20, "per_page", 100),
    ("GET /clients",               20, "per_page", 100),
    ("GET /matters/:id/documents", 20, "per_page", 100),
    ("GET /search",                5,  "limit",    20),
    ("GET /firms/users",           20, "per_page", 100),
)

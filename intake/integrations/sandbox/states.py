"""Channels and limits."""

CHANNELS = ("email", "sms")

MOST_KEPT = 1000
"""How many messages of a firm are kept; the oldest are deleted first."""

MOST_SECONDS = 366 * 24 * 60 * 60
"""The furthest that one call may move the clock."""

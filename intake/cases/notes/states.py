"""Kinds and limits of a note."""

from datetime import UTC, datetime

NOTE, CALL, MEETING = KINDS = ("note", "call", "meeting")

KIND_NAMES = {NOTE: "Note", CALL: "Call", MEETING: "Meeting"}
"""The names of the kinds on pages."""

TEXT_LENGTH = 10_000

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
"""Where a person types 26, browsers send the year 26."""

KEPT = ("kind", "text", "happened_at")
"""Fields that a legal hold lets be extended but not replaced."""

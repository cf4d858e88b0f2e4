"""Kinds and limits of a note."""

NOTE, CALL, MEETING = KINDS = ("note", "call", "meeting")

KIND_NAMES = {NOTE: "Note", CALL: "Call", MEETING: "Meeting"}
"""The names of the kinds on pages."""

TEXT_LENGTH = 10_000

KEPT = ("kind", "text", "happened_at")
"""Fields that a legal hold lets be extended but not replaced."""

"""Statuses of a hold, how long its reason may be, and what it may search for."""

IN_FORCE, LIFTED = STATUSES = ("in_force", "lifted")

REASON_LENGTH = 1000

SEARCH = ("practice_area", "client_name", "title")
"""The fields of a search whose results are on hold."""

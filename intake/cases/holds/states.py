"""Statuses of a hold, and how long its reason may be."""

IN_FORCE, LIFTED = STATUSES = ("in_force", "lifted")

REASON_LENGTH = 1000

"""Statuses of generated files, and for how long they are there."""

from datetime import timedelta

PENDING, RUNNING, READY, FAILED, CANCELLED = STATUSES = ("pending", "running", "ready", "failed", "cancelled")
UNFINISHED = (PENDING, RUNNING)

STATUS_NAMES = {PENDING: "Waiting", RUNNING: "Being made", READY: "Ready", FAILED: "Failed", CANCELLED: "Cancelled"}

KEPT_FOR = timedelta(days=7)
URL_SECONDS = 300
"""How long the address of a download can be used."""

"""Statuses and moves of a document request (decisions.md 5)."""

from intake.core.transitions import Transitions

PENDING, UPLOADED, APPROVED, REJECTED = STATUSES = ("pending", "uploaded", "approved", "rejected")

TRANSITIONS = Transitions({
    PENDING: {UPLOADED},
    UPLOADED: {UPLOADED, APPROVED, REJECTED},  # a newer file may take the place of one not yet reviewed
    REJECTED: {UPLOADED, APPROVED},  # an earlier file that still waits for its review may turn out to do
})
"""`approved` is final."""

MEGABYTE = 1024 * 1024

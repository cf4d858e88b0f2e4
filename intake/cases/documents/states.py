"""Statuses and moves of a document request (decisions.md 5)."""

from intake.core.transitions import Transitions

PENDING, UPLOADED, APPROVED, REJECTED = STATUSES = ("pending", "uploaded", "approved", "rejected")

TRANSITIONS = Transitions({
    PENDING: {UPLOADED},
    # A newer file may take the place of one not yet reviewed; the client may take one back that was not.
    UPLOADED: {PENDING, UPLOADED, APPROVED, REJECTED},
    REJECTED: {UPLOADED, APPROVED},  # an earlier file that still waits for its review may turn out to do
})
"""`approved` is final."""

MEGABYTE = 1024 * 1024

TEXTS = ("name", "description", "instructions", "category")
"""What of a request the client reads; the portal shows it in the client's language where it is translated."""

"""Statuses and transitions of a document request."""

from intake.core.transitions import Transitions

PENDING, UPLOADED, APPROVED, REJECTED = STATUSES = ("pending", "uploaded", "approved", "rejected")

TRANSITIONS = Transitions({
    PENDING: {UPLOADED},
    # Until the review the client may upload a newer file or withdraw the file.
    UPLOADED: {PENDING, UPLOADED, APPROVED, REJECTED},
    REJECTED: {UPLOADED, APPROVED},  # an earlier file that is still pending may be approved
})
"""`approved` is final."""

OPEN = (PENDING, REJECTED)
"""The client has still to upload the document."""

CLIENT, FIRM, DONE = TURNS = ("client", "firm", "done")
"""Who has to do something next."""

MEGABYTE = 1024 * 1024

DEFAULT_MAX_FILE_SIZE_MB = 25

TEXTS = ("name", "description", "instructions", "category")
"""The texts that the client reads; the portal shows them in the client's language where they are translated."""

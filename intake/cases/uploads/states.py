"""Statuses of an upload and of its virus scan."""

ISSUED = "issued"
"""The signed URL was issued, and the upload is not confirmed. The API does not show such uploads."""

PENDING, APPROVED, REJECTED = STATUSES = ("pending", "approved", "rejected")
REVIEWS = (APPROVED, REJECTED)

SCAN_PENDING, CLEAN, INFECTED, SKIPPED, SCAN_FAILED = SCAN_STATUSES = (
    "pending", "clean", "infected", "skipped", "failed")
"""`skipped`: no scanner is set up, or the file exceeds its limits. `failed`: the last attempt failed."""

NOT_SCANNED = (SCAN_PENDING, SCAN_FAILED)
"""The statuses of files that a scanner, if one is set up, has yet to find clean."""

UNSCANNED, TYPE_MISMATCH, RESUBMITTED = FLAGS = ("unscanned", "type_mismatch", "resubmitted")
"""Why a file deserves a second look. `resubmitted`: an earlier file for the same document was rejected."""

DOWNLOAD_SECONDS = 5 * 60

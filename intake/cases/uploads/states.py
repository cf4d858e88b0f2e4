"""Statuses of an upload (interface, "Upload"; decisions.md 5)."""

ISSUED = "issued"
"""Only the signed URL exists; the interface does not know the upload yet."""

PENDING, APPROVED, REJECTED = STATUSES = ("pending", "approved", "rejected")
REVIEWS = (APPROVED, REJECTED)

SCAN_PENDING, CLEAN, INFECTED, SKIPPED, SCAN_FAILED = SCAN_STATUSES = (
    "pending", "clean", "infected", "skipped", "failed")
"""`skipped`: there is no scanner, or the file is beyond its limits; `failed`: we gave up trying. Neither is clean."""

DOWNLOAD_SECONDS = 5 * 60

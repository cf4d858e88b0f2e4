"""Fixed vocabularies and sizes of previews."""

PENDING, READY, UNAVAILABLE = STATUSES = ("pending", "ready", "unavailable")
"""`pending`: not rendered yet. `unavailable`: the file cannot be shown, for one of the `PROBLEMS`."""

ENCRYPTED, DAMAGED, TOO_LARGE, TOO_COMPLEX, UNSUPPORTED, INFECTED_FILE, NOT_SCANNED = PROBLEMS = (
    "encrypted", "damaged", "too_large", "too_complex", "unsupported", "infected", "not_scanned")

ROTATIONS = (0, 90, 180, 270)
"""By how many degrees a page or a photo can be turned clockwise."""

FIRST_BATCH, BATCH = 1, 20
"""The number of pages that one task renders: at first only one, because somebody may be waiting for it."""

MAX_PAGES = 500
"""Pages after these are not rendered; the file can be downloaded."""

URL_SECONDS = 5 * 60
"""How long the address of a page is valid."""

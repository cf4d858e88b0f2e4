"""Content types and size of a logo."""

TYPES = ("image/png", "image/jpeg")
MAX_BYTES = 2 * 1024 * 1024

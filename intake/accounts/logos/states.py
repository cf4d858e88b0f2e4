"""What a logo may be."""

TYPES = ("image/png", "image/jpeg")
MAX_BYTES = 2 * 1024 * 1024

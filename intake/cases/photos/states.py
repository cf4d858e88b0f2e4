"""The types of photos that can become pages of a document, and the limits."""

TYPES = ("image/jpeg", "image/png", "image/heic", "image/heif", "image/webp")
"""The types of photos."""

MAX_PHOTOS = 30
"""How many photos become one document."""

TURNS = (0, 90, 180, 270)
"""By how many degrees a photo can be turned clockwise."""

SMALLEST_CROP = 0.05
"""The least of a photo's width and height that can be kept."""

"""The types of photos that can become pages of a document, the limits, and what is said of photos beyond them."""

TYPES = ("image/jpeg", "image/png", "image/heic", "image/heif", "image/webp")
"""The types of photos."""

MAX_PHOTOS = 30
"""How many photos become one document."""

TOO_LARGE = {
    "en": "The photos are too large to become one document here. Please send fewer at a time, or smaller ones.",
    "es": "Las fotos son demasiado grandes para formar aquí un solo documento. Envíe menos a la vez, o más pequeñas."}
"""Why photos are rejected that do not fit into the document, by language."""

SMALLEST_CROP = 0.05
"""The least of a photo's width and height that can be kept."""

"""The names of the file types that an item takes, and whether a camera makes them."""

_OF_CAMERAS = ("image/*", "image/jpeg", "image/heic")
_NAMES = {
    "application/msword": "Word",
    "application/pdf": "PDF",
    "application/rtf": "RTF",
    "application/vnd.ms-excel": "Excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
    "application/zip": "ZIP",
    "image/heif": "HEIC",
    "text/plain": "TXT",
}


def type_names(accepted_types):
    """Return what people call these MIME types, each once: PDF, JPEG, Word. Families such as `image/*` are left out."""
    plain = [kind.lower() for kind in accepted_types if not kind.endswith("/*")]
    return list(dict.fromkeys(_NAMES.get(kind) or kind.partition("/")[2].upper() for kind in plain))


def takes_pictures(accepted_types):
    """Whether a photo from a camera may be handed in."""
    return not accepted_types or any(kind.lower() in _OF_CAMERAS for kind in accepted_types)

"""The kinds of files that people choose from, and the MIME types of each."""

KINDS = {
    "pdf": ("application/pdf",),
    "pictures": ("image/*",),
    "word": ("application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "excel": ("application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


def kinds_of(accepted_types):
    """Return the kinds that a document with these types accepts."""
    return [kind for kind, types in KINDS.items() if set(types) <= set(accepted_types)]


def with_kinds(accepted_types, chosen):
    """Return the accepted types with those of the chosen kinds; types that belong to no kind are kept."""
    known = {type for types in KINDS.values() for type in types}
    return [type for kind in KINDS if kind in chosen for type in KINDS[kind]] + [
        type for type in accepted_types if type not in known]

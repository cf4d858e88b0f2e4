"""Types and statuses of a deadline."""

FILING, HEARING, STATUTE, OTHER = TYPES = ("filing", "hearing", "statute", "other")

OPEN, COMPLETED = STATUSES = ("open", "completed")
"""The values of the filter `status`: whether a deadline is `completed`."""

KEPT = ("title", "notes")
"""What a legal hold lets be added to and not replaced; a hearing can still be put off."""

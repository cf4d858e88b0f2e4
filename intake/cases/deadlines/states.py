"""Types and statuses of a deadline."""

FILING, HEARING, STATUTE, OTHER = TYPES = ("filing", "hearing", "statute", "other")

OPEN, COMPLETED = STATUSES = ("open", "completed")
"""The values of the filter `status`: whether a deadline is `completed`."""

KEPT = ("title", "notes")
"""Fields that a legal hold lets be extended but not replaced; a hearing can still be postponed."""

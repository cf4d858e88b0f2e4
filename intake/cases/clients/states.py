"""The channels by which clients are written to."""

CHANNELS = ("email", "sms")

KEPT = ("first_name", "last_name", "date_of_birth", "notes", "custom_fields")
"""Fields that a legal hold lets be extended but not replaced; addresses may change, since clients must be reachable."""

CHECKED = ("first_name", "last_name", "email", "phone", "address")
"""Fields for which conflict checks search (docs/conflicts.md)."""

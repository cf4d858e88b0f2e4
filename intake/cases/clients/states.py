"""The channels by which clients are written to."""

CHANNELS = ("email", "sms")

KEPT = ("first_name", "last_name", "date_of_birth", "notes", "custom_fields")
"""Fields that a legal hold lets be extended but not replaced; addresses may change, since clients must be reachable."""

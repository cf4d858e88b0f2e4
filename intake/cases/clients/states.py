"""The channels by which clients are written to."""

CHANNELS = ("email", "sms")

KEPT = ("first_name", "last_name", "date_of_birth", "notes", "custom_fields")
"""What a legal hold lets be added to and not replaced; clients have to be reached by their present address."""

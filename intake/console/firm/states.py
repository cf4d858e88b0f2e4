"""The fields of the firm's forms."""

PROFILE = {"name": 200, "phone": 40, "website": 2048, "timezone": 64}
ADDRESS = {"line1": 200, "suite": 100, "city": 100, "state": 100, "zip": 20}
"""The fields of the profile and of its address, each with its maximum length."""

WORDS = {"office_hours": 100, "review_days": 4}
"""The texts of the firm that clients read, each with its maximum length."""

RETENTION_LENGTH = 1000

MESSAGES = {"language": 8, "sender_name": 100, "mail_signature": 500, "quiet_from": 5, "quiet_to": 5}
"""The fields for messages to clients, each with its maximum length."""

LOOK = ("brand_color", "intake_branding")
CHANNELS = ("email_notifications", "sms_notifications", "sms_unicode")
"""The fields for what clients see and how they are contacted, which are ticked or chosen."""

OF_THE_US = ("America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
             "America/Anchorage", "Pacific/Honolulu", "America/Puerto_Rico")
"""The time zones that the list begins with."""

"""The limits and form fields of the pages."""

ROWS = 50
MESSAGES = 50
"""How many of a client's latest messages are shown."""

TEXTS = {"first_name": 100, "last_name": 100, "email": 254, "phone": 40, "notes": 20_000}
ADDRESS = {"line1": 200, "line2": 200, "city": 100, "state": 100, "zip": 20}
"""The fields of the form, each with its maximum length."""

FLAGS = ("email", "sms", "voicemail", "reminders", "identify")
"""The contact preferences that are checkboxes."""
PREFERENCES = {f"by_{name}": 3 for name in FLAGS} | {
    "has_preferences": 3, "preferred": 10, "neutral_name": 60, "hours_from": 8, "hours_to": 8}
"""The fields of the contact preferences, each with its maximum length."""

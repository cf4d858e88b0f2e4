"""Fixed words and defaults of a firm (interface, "Firm" and "Notification preferences")."""

DEFAULT_SETTINGS = {
    "intake_branding": True,
    "custom_domain": None,
    "default_intake_template": None,
    "email_notifications": True,
    "sms_notifications": False,
    "brand_color": None,
}
"""What holds of a setting that the firm never chose."""

ALERTS = ("document_uploaded", "intake_completed", "deadline_approaching", "intake_link_expired")
"""What the firm can be alerted of."""

DEFAULT_CHANNELS = {"email": True, "sms": False}
"""How it is alerted of what it chose nothing for."""

PRACTICE_AREAS = (
    "personal_injury", "estate_planning", "family_law", "immigration", "criminal", "business", "real_estate", "other",
)  # fmt: skip
"""What firms practise, and what their matters are about (interface, "Matter")."""

"""Fixed vocabularies and defaults of a firm."""

from datetime import timedelta
from typing import Any

from intake.core.languages import ENGLISH

NEVER, NEW_DEVICE, ALWAYS = PORTAL_CODES = ("never", "new_device", "always")
"""When clients enter a code that they are sent, besides opening their link."""

LONGEST_IDLE_HOURS, LONGEST_SESSION_DAYS = 12, 14
"""After how many unused hours, and after how many days, a session ends; a firm may choose less."""

PUT_OFF_FOR = timedelta(hours=6)
"""How long a task of a firm that is suspended or being closed is put off before it is tried again."""

LEAST_THRESHOLD = 60
"""The least score from which a name may count as a hit of a conflict check, of 100."""

SINGLE_ERASURE_NOTICE = timedelta(days=7)
"""How long after it was switched off the rule stays in force that two people erase a client."""

GSM, UNICODE = SMS_ALPHABETS = ("gsm", "unicode")
"""How SMS are written: without the accents that would make one SMS two or three, or as they are."""

PRACTICE_AREAS = (
    "personal_injury", "estate_planning", "family_law", "immigration", "criminal", "business", "real_estate", "other",
)  # fmt: skip
"""What firms practise, and the `practice_area` of a matter."""

LEAD_FORMS: dict[str, Any] = {
    "enabled": False, "practice_areas": list(PRACTICE_AREAS), "allowed_origins": [], "notify": []}
"""The public lead form of a firm that has not set one up."""

DEFAULT_SETTINGS = {
    "intake_branding": True,
    "custom_domain": None,
    "default_intake_template": None,
    "email_notifications": True,
    "sms_notifications": False,
    "brand_color": None,
    "require_second_factor": False,
    "reminder_days": [3, 7, 14],
    "review_days": None,
    "office_hours": None,
    "language": ENGLISH,
    "sms_alphabet": GSM,
    "portal_code": NEVER,
    "sender_name": None,
    "mail_signature": None,
    "quiet_hours": None,
    "retention_text": None,
    "session_idle_hours": LONGEST_IDLE_HOURS,
    "session_days": LONGEST_SESSION_DAYS,
    "require_conflict_check": False,
    "conflict_thresholds": {"person": 82, "company": 82},
    "two_people_erase_clients": False,
    "two_people_erase_clients_until": None,
    "lead_forms": LEAD_FORMS,
}
"""The value of each setting that the firm never chose."""

ALERTS = ("document_uploaded", "intake_completed", "deadline_approaching", "intake_link_expired")
"""The events for which the firm can be alerted."""

DEFAULT_CHANNELS = {"email": True, "sms": False}
"""The channels of an alert for which the firm chose none."""

"""Types of notifications, how long alerts wait, and how long notifications are kept."""

from datetime import timedelta

from intake.accounts.firms.states import ALERTS

DOCUMENT_UPLOADED, INTAKE_COMPLETED, DEADLINE_APPROACHING, INTAKE_LINK_EXPIRED = ALERTS
"""The types for which a firm can choose to be alerted."""

FEED_ONLY = (
    "message_received", "message_refused", "message_failed", "document_noted", "code_not_sent", "file_quarantined",
    "webhook_disabled", "storage_limit_reached", "api_key_unused", "report_ready", "report_failed", "reminders_ended",
    "payment_failed", "usage_near_limit", "lead_received", "hold_to_lift", "records_due", "export_ready",
    "export_failed", "privacy_request_received", "privacy_request_due", "letter_signed", "letter_declined",
    "letter_completed")
(MESSAGE_RECEIVED, MESSAGE_REFUSED, MESSAGE_FAILED, DOCUMENT_NOTED, CODE_NOT_SENT, FILE_QUARANTINED,
 WEBHOOK_DISABLED, STORAGE_LIMIT_REACHED, API_KEY_UNUSED, REPORT_READY, REPORT_FAILED, REMINDERS_ENDED, PAYMENT_FAILED,
 USAGE_NEAR_LIMIT, LEAD_RECEIVED, HOLD_TO_LIFT, RECORDS_DUE, EXPORT_READY, EXPORT_FAILED, PRIVACY_REQUEST_RECEIVED,
 PRIVACY_REQUEST_DUE, LETTER_SIGNED, LETTER_DECLINED, LETTER_COMPLETED) = FEED_ONLY
"""The types that have no alert and only appear in the feed."""

TO_ADMINS = (HOLD_TO_LIFT, RECORDS_DUE, PRIVACY_REQUEST_RECEIVED, PRIVACY_REQUEST_DUE, EXPORT_READY, EXPORT_FAILED)
"""The types of notifications for a single admin."""

READ_WITH = dict.fromkeys((DOCUMENT_UPLOADED, DOCUMENT_NOTED, FILE_QUARANTINED), "documents:read") | dict.fromkeys((
    INTAKE_COMPLETED, DEADLINE_APPROACHING, INTAKE_LINK_EXPIRED, MESSAGE_RECEIVED, MESSAGE_REFUSED, MESSAGE_FAILED,
    CODE_NOT_SENT, LEAD_RECEIVED, HOLD_TO_LIFT, LETTER_SIGNED, LETTER_DECLINED, LETTER_COMPLETED), "matters:read") | {
    REMINDERS_ENDED: "clients:read"}
"""By type, the scope for reading the records that its message names."""

TYPES = (*ALERTS, *FEED_ONLY)

ALERT_DELAY = timedelta(minutes=1)
"""Notifications of one type within this time after the first are sent in one alert."""

DEADLINES_AT_ONCE = 500
"""How many approaching deadlines are held in memory at once."""

HOLDS_AT_ONCE = 100
"""How many legal holds whose reminder is due are read at once."""

KEPT_FOR = timedelta(days=90)

KEY_UNUSED_PERIOD = timedelta(days=90)
"""The admins are notified of a key after each such period without use. The notification is kept for as long: until the
next one, but not into a later period of disuse."""

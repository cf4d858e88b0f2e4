"""The page of the record that a notification is about."""

from .states import (
    CODE_NOT_SENT,
    DEADLINE_APPROACHING,
    DOCUMENT_NOTED,
    DOCUMENT_UPLOADED,
    EXPORT_FAILED,
    EXPORT_READY,
    FILE_QUARANTINED,
    HOLD_TO_LIFT,
    INTAKE_COMPLETED,
    INTAKE_LINK_EXPIRED,
    LEAD_RECEIVED,
    LETTER_COMPLETED,
    LETTER_DECLINED,
    LETTER_SIGNED,
    MESSAGE_FAILED,
    MESSAGE_RECEIVED,
    MESSAGE_REFUSED,
    PRIVACY_REQUEST_DUE,
    PRIVACY_REQUEST_RECEIVED,
    RECORDS_DUE,
    REMINDERS_ENDED,
    REPORT_FAILED,
    REPORT_READY,
)

FEED = "/notifications"

_PATHS = {
    DOCUMENT_UPLOADED: "/matters/{matter_id}?document={document_id}#{document_id}",
    INTAKE_COMPLETED: "/matters/{matter_id}/answers",
    DEADLINE_APPROACHING: "/matters/{matter_id}/deadlines#{deadline_id}",
    INTAKE_LINK_EXPIRED: "/matters/{matter_id}",
    MESSAGE_RECEIVED: "/matters/{matter_id}/messages#{communication_id}",
    DOCUMENT_NOTED: "/matters/{matter_id}?document={document_id}#{document_id}",
    CODE_NOT_SENT: "/matters/{matter_id}",
    MESSAGE_REFUSED: "/matters/{matter_id}/messages#{communication_id}",
    MESSAGE_FAILED: "/matters/{matter_id}/messages#{communication_id}",
    REMINDERS_ENDED: "/clients/{client_id}",
    FILE_QUARANTINED: "/matters/{matter_id}?document={document_id}#{document_id}",
    LEAD_RECEIVED: "/leads/{lead_id}",
    REPORT_READY: "/reports#{report_id}",
    REPORT_FAILED: "/reports#{report_id}",
    HOLD_TO_LIFT: "/settings/records/holds/{legal_hold_id}",
    RECORDS_DUE: "/settings/records/retention/due",
    PRIVACY_REQUEST_RECEIVED: "/settings/records/requests/{privacy_request_id}",
    PRIVACY_REQUEST_DUE: "/settings/records/requests/{privacy_request_id}",
    LETTER_SIGNED: "/matters/{matter_id}/letters/{letter_id}",
    LETTER_DECLINED: "/matters/{matter_id}/letters/{letter_id}",
    LETTER_COMPLETED: "/matters/{matter_id}/letters/{letter_id}",
    EXPORT_READY: "/settings/records#{export_id}",
    EXPORT_FAILED: "/settings/records#{export_id}",
}


def record_path(type, ids):
    """Return the path of the record with the ids of a notification of the type; None if it has no page."""
    return _PATHS[type].format(**ids) if type in _PATHS else None


def path_of(notification):
    """Return the path of the record's page; if it has none, that of the notification in the feed."""
    return record_path(notification.type, notification.data) or f"{FEED}#{notification.id}"

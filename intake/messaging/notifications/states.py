"""Fixed words of a notification (interface, "Events"; decisions.md 10)."""

from datetime import timedelta

from intake.accounts.firms.states import ALERTS

DOCUMENT_UPLOADED, INTAKE_COMPLETED, DEADLINE_APPROACHING, INTAKE_LINK_EXPIRED = ALERTS
"""What a firm can choose to be alerted of."""

MESSAGE_RECEIVED, FILE_QUARANTINED, WEBHOOK_DISABLED = MORE = (
    "message_received", "file_quarantined", "webhook_disabled")
"""What stands in the feed besides."""

TYPES = (*ALERTS, *MORE)

GATHERED_FOR = timedelta(minutes=1)
"""What happens within this time of the first is told in one message."""

KEPT_FOR = timedelta(days=90)

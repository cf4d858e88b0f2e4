"""Event types (docs/behaviour.md, "Events and webhooks")."""

PUBLIC = (
    "matter.created", "matter.updated", "matter.archived", "client.created", "document.uploaded", "document.approved",
    "document.rejected", "intake.completed", "intake.link.sent", "client.merged", "client.merge_undone",
    "lead.created", "lead.status_changed", "letter.sent", "letter.signed", "letter.completed", "letter.declined",
    "record.erased",
)  # fmt: skip
"""Event types that webhook endpoints can subscribe to."""

_READING = {"matter": "matters:read", "client": "clients:read", "document": "documents:read", "intake": "matters:read",
            "lead": "matters:read", "letter": "matters:read", "record": "firms:read"}


def scope_to_read(type: str) -> str:
    """Return the scope needed to read the records of a public event."""
    return _READING[type.partition(".")[0]]


ALL = "*"
"""The subscription to every public event type."""

TEST = "webhook.test"
"""Sent only by the test operation."""

INTERNAL = (
    "webhook.disabled", "upload.scanned", "upload.quarantined", "message.received", "message.failed",
    "message.refused", "intake.link.expired", "storage.limit_reached", "document.not_needed", "document.noted",
    "reminders.ended",
)  # fmt: skip
"""For Intake's own listeners; never sent to endpoints."""

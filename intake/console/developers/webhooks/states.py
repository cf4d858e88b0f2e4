"""The texts of the pages of webhooks."""

from intake.integrations.webhooks import states

EVENTS = {
    "matter.created": "A matter is opened",
    "matter.updated": "A matter changes",
    "matter.archived": "A matter is archived",
    "client.created": "A client is added",
    "document.uploaded": "A client hands in a file",
    "document.approved": "A file is approved",
    "document.rejected": "A file is rejected",
    "intake.completed": "An intake is complete",
    "intake.link.sent": "An intake link is sent",
    "letter.sent": "A letter is sent to be signed",
    "letter.signed": "Somebody signs a letter",
    "letter.completed": "A letter is signed by everybody and sealed",
    "letter.declined": "Somebody declines to sign a letter",
    "client.merged": "Two clients are merged",
    "client.merge_undone": "A merge is undone",
    "lead.created": "Somebody becomes a lead",
    "lead.status_changed": "A lead moves on",
    "record.erased": "A client, a matter, a document or a lead is erased for good",
}
"""The meaning of each event type."""

OUTCOMES = {
    states.DELIVERED: "Delivered",
    states.RETRYING: "Tried again later",
    states.PENDING: "Not tried yet",
    states.FAILED: "Failed for good",
    states.CANCELLED: "Cancelled",
}

DISABLED = {
    states.GONE: "The receiver answered 410 Gone, which asks for no more events, so Intake turned this endpoint off.",
    states.FAILING: "Every attempt failed for more than five days, so Intake turned this endpoint off.",
}
"""Why the service itself turned an endpoint off."""

ERRORS = {
    "dns": "The name of the server was not found.",
    "connect": "The server could not be reached.",
    "tls": "The secure connection failed; is the certificate valid?",
    "timeout": "No answer within 5 seconds.",
    "http": "The answer was not HTTP.",
    "refused": "The address is not a public one, so Intake did not send.",
}
"""Why an attempt got no answer."""

NOTICES = {
    "saved": "Saved.",
    "paused": "Paused. Events that happen meanwhile are not delivered later.",
    "resumed": "Events are delivered again.",
    "deleted": "The endpoint is deleted.",
    "redelivered": "It is sent again now.",
    "all-redelivered": "Failed and cancelled deliveries are being sent again.",
    "nothing": "Nothing has failed or was cancelled in the last 30 days.",
    "tested": "The test arrived: the receiver answered with success.",
    "test-failed": "The receiver answered the test with an error instead of success.",
    "test-under-way": "Other tests are still waiting for their answers. Try again in a moment.",
    "too-many": "Your firm has too many endpoints. Delete one first.",
    "inactive": "The endpoint is turned off. Turn it on first.",
} | {f"test-{error}": f"The test did not arrive. {sentence}" for error, sentence in ERRORS.items()}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {
    "url": "Enter an address that begins with https:// and is reachable from the internet.",
    "events": "Choose at least one.",
    "description": "Use at most 1,000 characters.",
}
"""The message about each invalid field."""

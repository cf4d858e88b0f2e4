"""Every event: its type, the call that causes it, the `data` of its payload."""

from .answers import CLIENT_CREATED, LEAD, LEAD_STATUS, MATTER, UPLOAD_CONFIRMED
from .shapes import INTEGER, TEXT, TIMESTAMP, exactly, id_of, one_of

MATTER_NAMED = {"id": id_of("mat"), "title": TEXT}
CLIENT_NAMED = {"id": id_of("cli"), "first_name": TEXT, "last_name": TEXT}
LINK_NAMED = {"id": id_of("link"), "expires_at": TIMESTAMP}
DOCUMENT_UPLOADED = {
    "upload": UPLOAD_CONFIRMED | {"status": one_of("pending", "approved", "rejected")},
    "document": {"id": id_of("doc"), "name": TEXT, "matter_id": id_of("mat")},
    "matter": MATTER_NAMED,
}
DOCUMENT_REVIEWED = DOCUMENT_UPLOADED | {"reviewer_notes": TEXT}
INTAKE = {"matter": MATTER_NAMED, "client": CLIENT_NAMED, "link": LINK_NAMED}
CLIENT_WITHOUT_NOTES = {name: shape for name, shape in CLIENT_CREATED.items() if name != "notes"}
LETTER = {"matter": MATTER_NAMED, "signer": {"id": id_of("sgn"), "name": TEXT},
          "letter": {"id": id_of("ltr"), "title": TEXT, "status": one_of("sent", "viewed", "signed", "countersigned",
                                                                         "declined")}}
MERGE = {"client": CLIENT_WITHOUT_NOTES | {"matters_count": INTEGER}, "merged_client_id": id_of("cli")}

LEAD_MOVED = LEAD | {"status": exactly("lost"), "previous_status": LEAD_STATUS}

EVENTS = (
    ("matter.created",    "POST /matters",               ...,                      MATTER),
    ("matter.updated",    "PATCH /matters/:id",          {"tags": ["urgent"]},     MATTER),
    ("matter.updated",    "PATCH /matters/:id",          {"status": "closed"},     MATTER),
    ("matter.archived",   "PATCH /matters/:id",          {"status": "archived"},   MATTER),
    ("matter.archived",   "POST /matters/:id/archive",   None,                     MATTER),
    ("client.created",    "POST /clients",               ...,                      CLIENT_WITHOUT_NOTES),
    ("client.merged",     "POST /clients/:id/merge",     ...,                      MERGE),
    ("client.merge_undone", "POST /clients/:id/merge/undo", None,                  MERGE),
    ("document.uploaded", "POST /uploads/:id/confirm",   None,                     DOCUMENT_UPLOADED),
    ("document.approved", "PATCH /uploads/:id/status",   {"status": "approved", "reviewer_notes": "Legible."},
                                                                                   DOCUMENT_REVIEWED),
    ("document.rejected", "PATCH /uploads/:id/status",   {"status": "rejected", "reviewer_notes": "Page 2 is cut off."},
                                                                                   DOCUMENT_REVIEWED),
    ("lead.created",      "POST /leads",                 ...,                      LEAD),
    ("lead.status_changed", "PATCH /leads/:id",          {"status": "lost"},       LEAD_MOVED),
    ("letter.sent",       "POST /matters/:id/letters/:id/send", None,              LETTER | {"signer": exactly(None)}),
    ("intake.link.sent",  "POST /matters/:id/intake-link", {"channels": ["email"]}, INTAKE),
)

BY_CLIENTS = (
    ("intake.completed",  "POST /p/:id/form/review",     INTAKE),
)
"""Events that a client causes in the portal."""

TEST_DELIVERY = {
    "id": id_of("evt"),
    "type": exactly("webhook.test"),
    "created_at": TIMESTAMP,
    "firm_id": id_of("firm"),
    "data": {"webhook_id": id_of("wh"), "message": TEXT},
}
"""The payload that only the test operation sends."""

SILENT = (
    ("PATCH /matters/:id",        {}),
    ("PATCH /clients/:id",        {"notes": "Moved to Troy."}),
    ("POST /matters/:id/documents/request", ...),
    ("POST /uploads/signed-url",  ...),
    ("POST /matters/:id/deadlines", ...),
    ("POST /matters/:id/notes",   ...),
    ("DELETE /documents/:id",     None),
)
"""Calls that cause no event."""

INBOUND = (
    ("POST /integrations/clio/webhooks",      "matter.create",        "logged only"),
    ("POST /integrations/clio/webhooks",      "matter.update",        "status of the linked matter set"),
    ("POST /integrations/clio/webhooks",      "contact.create",       "logged"),
    ("POST /integrations/clio/webhooks",      "contact.update",       "logged"),
    ("POST /integrations/clio/webhooks",      "document.create",      "logged"),
    ("POST /integrations/lawmatics/webhooks", "contact.created",      "logged"),
    ("POST /integrations/lawmatics/webhooks", "matter.stage_changed", "status of the linked matter updated"),
    ("POST /integrations/lawmatics/webhooks", "form.submitted",       "logged"),
    ("POST /integrations/lawmatics/webhooks", "envelope.completed",   "logged"),
)
"""Events that the platforms send about a linked, active matter; each is kept in the audit log."""

"""Every transition of a status: before, call, after, and its other effects.

`also` names a field that changes with it: of the answer, or of a related record as its own GET shows it. The last rows
are refused with 422 `invalid_status_transition`.
"""

from typing import NamedTuple

from .shapes import TIMESTAMP, exactly

NOTHING, REFUSED = "(none)", "refused"


class Transition(NamedTuple):
    record: str
    before: str
    call: str
    body: dict | None
    after: str
    also: dict


def _moves(*rows):
    return tuple(Transition(*row[:5], row[5] if len(row) > 5 else {}) for row in rows)


APPROVED = {"status": "approved", "reviewer_notes": "Legible."}
REJECTED = {"status": "rejected", "reviewer_notes": "Page 2 is cut off."}

ARCHIVE, PATCH = "POST /matters/:id/archive", "PATCH /matters/:id"
CONFIRM, REVIEW = "POST /uploads/:id/confirm", "PATCH /uploads/:id/status"
SIGN, WITHDRAW = "POST /uploads/signed-url", "DELETE /documents/:id"

TRANSITIONS = _moves(
    ("matter",     NOTHING,    "POST /matters", ..., "active",
     {"documents_count": exactly(0), "intake_link": exactly(None)}),
    ("matter",     "active",   ARCHIVE, None, "archived", {"archived_at": TIMESTAMP}),
    ("matter",     "closed",   ARCHIVE, None, "archived", {"archived_at": TIMESTAMP}),
    *(("matter", before, PATCH, {"status": after}, after)
      for before in ("active", "closed", "archived") for after in ("active", "closed", "archived")),

    ("document",   NOTHING,    "POST /matters/:id/documents/request", ..., "pending",
     {"upload": exactly(None), "matter.documents_count": exactly(1)}),
    ("upload",     "arrived",  CONFIRM, None, "pending",
     {"uploaded_at": TIMESTAMP, "document.status": exactly("uploaded")}),
    ("upload",     "pending",  REVIEW, APPROVED, "approved",
     {"reviewer_notes": exactly("Legible."), "reviewed_at": TIMESTAMP, "document.status": exactly("approved"),
      "matter.documents_complete": exactly(1)}),
    ("upload",     "pending",  REVIEW, REJECTED, "rejected",
     {"reviewer_notes": exactly("Page 2 is cut off."), "reviewed_at": TIMESTAMP,
      "document.status": exactly("rejected"), "matter.documents_complete": exactly(0)}),
    ("upload",     "rejected", "POST /uploads/:id/reopen", None, "pending",
     {"reviewed_at": exactly(None), "document.status": exactly("uploaded")}),
    ("document",   "uploaded", SIGN, ..., "uploaded"),
    ("document",   "rejected", SIGN, ..., "rejected"),
    ("document",   "pending",  WITHDRAW, None, NOTHING, {"matter.documents_count": exactly(0)}),

    ("invitation", NOTHING,    "POST /firms/users", ..., "pending"),
    ("webhook",    "active",   "PATCH /webhooks/:id", {"active": False}, "inactive"),
    ("webhook",    "inactive", "PATCH /webhooks/:id", {"active": True}, "active"),

    ("matter",     "archived", ARCHIVE, None, REFUSED),
    ("upload",     "arrived",  REVIEW, APPROVED, REFUSED),
    ("upload",     "approved", REVIEW, REJECTED, REFUSED),
    ("upload",     "rejected", REVIEW, APPROVED, REFUSED),
    ("upload",     "pending",  "POST /uploads/:id/reopen", None, REFUSED),
    ("upload",     "approved", "POST /uploads/:id/reopen", None, REFUSED),
    ("document",   "approved", SIGN, ..., REFUSED),
    ("document",   "uploaded", WITHDRAW, None, REFUSED),
    ("document",   "rejected", WITHDRAW, None, REFUSED),
    ("document",   "approved", WITHDRAW, None, REFUSED),
)

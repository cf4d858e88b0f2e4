"""The query parameters of every call: name, accepted values, default, examples."""

from typing import Any, NamedTuple

from .answers import DOCUMENT_STATUS, LEAD_STATUS, PRACTICE_AREA
from .shapes import Shape, one_of

NO_DEFAULT = None

EVENT_TYPES = (
    "matter.created", "matter.updated", "matter.archived", "client.created", "document.uploaded", "document.approved",
    "document.rejected", "intake.completed", "intake.link.sent", "client.merged", "client.merge_undone",
    "lead.created", "lead.status_changed", "letter.sent", "letter.signed", "letter.completed", "letter.declined",
    "record.erased",
)  # fmt: skip


def _words(name, *wrong):
    return Shape(name, lambda value: isinstance(value, str), wrong=("nul \x00", *wrong))


def _whole(low, high=None):
    name, beyond = (f"integer {low} to {high}", [str(high + 1)]) if high else (f"integer from {low}", [])
    return _words(name, str(low - 1), *beyond, "1.5", "one", "")


TEXT = _words("text")
MOMENT = _words("timestamp", "yesterday", "2026-02-30T00:00:00Z", "2026-11-20T14:00:00", "")


class Parameter(NamedTuple):
    """`narrows` names the field of an item that a filter is about."""

    name: str
    takes: Any
    default: Any
    examples: tuple
    narrows: str | None = None


def _query(*rows):
    return tuple(Parameter(*row) for row in rows)


ORDER = ("order", one_of("asc", "desc"), "desc", ("asc", "desc"))
PAGES = (
    ("page",     _whole(1), 1, ("1", "2")),
    ("per_page", _whole(1, 100), 20, ("1", "20", "100")),
)

CURSOR = ("cursor", _words("next_cursor of a page", "nonsense", "e30=.00", ""), NO_DEFAULT, ())
SINCE = ("updated_since", MOMENT, NO_DEFAULT, ("2026-01-01T00:00:00.000Z",))
OF_MATTERS = (
    *PAGES,
    CURSOR,
    SINCE,
    ("matter_id",     TEXT,          NO_DEFAULT, ("{matter}",)),
    ("assigned_attorney", TEXT,      NO_DEFAULT, ("usr_1",)),
    ("practice_area", PRACTICE_AREA, NO_DEFAULT, ("personal_injury", "other")),
)
DATE = _words("date", "yesterday", "2026-02-30", "2026-01-01T00:00:00Z")

QUERIES = {
    "GET /matters": _query(
        *PAGES,
        CURSOR,
        SINCE,
        ("status",        one_of("all", "active", "archived", "closed"), "all", ("active", "archived", "closed"),
                          "status"),
        ("practice_area", PRACTICE_AREA, NO_DEFAULT, ("personal_injury", "other"), "practice_area"),
        ("client_id",     TEXT,          NO_DEFAULT, ("{client}",), "client_id"),
        ("assigned_attorney", TEXT,      NO_DEFAULT, ("usr_1",)),
        ("tag",           _words("tag", "", "x" * 65, "x" * 10_000), NO_DEFAULT, ("rush", "100% “é”")),
        ("focus",         one_of("needs_action", "silent", "due", "ready"), NO_DEFAULT,
                          ("needs_action", "silent", "due", "ready")),
        ("days",          _whole(1, 365), 7, ("1", "365")),
        ("search",        TEXT,          NO_DEFAULT, ("smith", "Freight nor", "100%")),
        ("sort",          one_of("created_at", "updated_at", "title", "client_active_at", "next_deadline"),
                          "created_at", ("created_at", "updated_at", "title", "client_active_at", "next_deadline")),
        ORDER,
    ),
    "GET /clients": _query(
        *PAGES,
        CURSOR,
        SINCE,
        ("search",        TEXT,          NO_DEFAULT, ("delgado", "example.com")),
        ("sort",          one_of("created_at", "last_name"), "created_at", ("created_at", "last_name")),
        ORDER,
    ),
    "GET /matters/:id/notes": _query(*PAGES),
    "GET /matters/:id/parties": _query(*PAGES),
    "GET /conflict-checks": _query(
        *PAGES,
        CURSOR,
        ("matter_id",     TEXT,          NO_DEFAULT, ("mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6",), "matter_id"),
        ("lead_id",       TEXT,          NO_DEFAULT, ("lead_01JD0Q8Z4W6V9XK3M5N7P2R4T6",), "lead_id"),
        ("decision",      one_of("clear", "waived", "screened", "conflict", "open"), NO_DEFAULT, ("clear", "open")),
    ),
    "GET /leads": _query(
        *PAGES,
        CURSOR,
        SINCE,
        ("status",        LEAD_STATUS,   NO_DEFAULT, ("new", "lost"), "status"),
        ("practice_area", PRACTICE_AREA, NO_DEFAULT, ("personal_injury", "other"), "practice_area"),
        ("assigned_to",   TEXT,          NO_DEFAULT, ("usr_1",), "assigned_to"),
        ("source",        TEXT,          NO_DEFAULT, ("google", "Phone")),
        ("quarantined",   one_of("true", "false"), "false", ("true", "false")),
        ("search",        TEXT,          NO_DEFAULT, ("delgado", "acme")),
        ("sort",          one_of("created_at"), "created_at", ("created_at",)),
        ORDER,
    ),
    "GET /matters/:id/documents": _query(
        *PAGES,
        ("status",        DOCUMENT_STATUS, NO_DEFAULT, ("pending", "uploaded", "approved", "rejected"), "status"),
    ),
    "GET /matters/:id/intake-form/pdf": _query(("language", one_of("en", "es"), "en", ("en", "es"))),
    "GET /matters/:id/documents/archive": _query(
        ("files",         one_of("approved", "all"), "approved", ("approved", "all")),
    ),
    "GET /documents/:id/uploads": _query(*PAGES),
    "GET /uploads": _query(
        *OF_MATTERS,
        ("status",        one_of("pending", "approved", "rejected"), NO_DEFAULT, ("pending", "approved"), "status"),
        ("scan_status",   one_of("pending", "clean", "infected", "skipped", "failed"), NO_DEFAULT, ("pending",),
                          "scan_status"),
        ("flag",          one_of("unscanned", "type_mismatch", "resubmitted"), NO_DEFAULT, ("unscanned",)),
        ("uploaded_after", MOMENT,       NO_DEFAULT, ("2026-01-01T00:00:00.000Z",)),
        ("uploaded_before", MOMENT,      NO_DEFAULT, ("2126-01-01T00:00:00.000Z",)),
        ("filename",      _words("text, with a matter_id", "x"), NO_DEFAULT, ()),
        ("sort",          one_of("uploaded_at"), "uploaded_at", ("uploaded_at",)),
        ORDER,
    ),
    "GET /documents": _query(
        *OF_MATTERS,
        ("status",        DOCUMENT_STATUS, NO_DEFAULT, ("pending", "uploaded", "approved", "rejected"), "status"),
        ("required",      one_of("true", "false"), NO_DEFAULT, ("true", "false")),
        ("overdue",       one_of("true", "false"), NO_DEFAULT, ("true", "false")),
        ("sort",          one_of("created_at"), "created_at", ("created_at",)),
        ORDER,
    ),
    "GET /deadlines": _query(
        *OF_MATTERS,
        ("status",        one_of("open", "completed"), NO_DEFAULT, ("open", "completed")),
        ("due_after",     DATE,          NO_DEFAULT, ("2026-01-01",)),
        ("due_before",    DATE,          NO_DEFAULT, ("2126-01-01",)),
        ("sort",          one_of("due_date"), "due_date", ("due_date",)),
        ("order",         one_of("asc", "desc"), "asc", ("asc", "desc")),
    ),
    "GET /communications": _query(
        *OF_MATTERS,
        ("channel",       one_of("email", "sms"), NO_DEFAULT, ("email", "sms"), "channel"),
        ("direction",     one_of("outbound", "inbound"), NO_DEFAULT, ("outbound", "inbound"), "direction"),
        ("status",        one_of("queued", "sent", "delivered", "failed"), NO_DEFAULT, ("delivered", "failed"),
                          "status"),
        ("unread",        one_of("true", "false"), NO_DEFAULT, ("true", "false")),
        ("sort",          one_of("created_at"), "created_at", ("created_at",)),
        ORDER,
    ),
    "GET /retention-schedules": _query(*PAGES),
    "GET /retention-schedules/due": _query(
        *PAGES, ("kind", one_of("matters", "leads", "clients"), "matters", ("matters", "leads", "clients"), "kind"),
        ("planned", one_of("true", "false"), NO_DEFAULT, ("true", "false"))),
    "GET /legal-holds": _query(
        *PAGES,
        ("status",        one_of("in_force", "lifted"), NO_DEFAULT, ("in_force", "lifted"), "status"),
        ("client_id",     TEXT,          NO_DEFAULT, ("cli_1",)),
        ("matter_id",     TEXT,          NO_DEFAULT, ("{matter}",), "matter_id"),
    ),
    "GET /review-reasons": _query(*PAGES),
    "GET /letter-templates": _query(*PAGES),
    "GET /matters/:id/letters": _query(*PAGES),
    "GET /court-forms": _query(
        *PAGES,
        ("state",         _words("state", "ny", "New York"), NO_DEFAULT, ("NY", "US"), "state"),
        ("practice_area", PRACTICE_AREA, NO_DEFAULT, ("family_law", "other"), "practice_area"),
        ("court_type",    one_of("family", "bankruptcy"), NO_DEFAULT, ("family", "bankruptcy"), "court_type"),
        ("fillable",      one_of("true", "false"), NO_DEFAULT, ("true", "false")),
        ("source",        one_of("firm", "catalogue"), NO_DEFAULT, ("firm", "catalogue")),
        ("search",        TEXT,          NO_DEFAULT, ("petition", "100%")),
    ),
    "GET /matters/:id/court-forms/fills": _query(*PAGES),
    "GET /insights": _query(
        ("from",          DATE,          NO_DEFAULT, ("2026-01-01",)),
        ("to",            DATE,          NO_DEFAULT, ("2026-01-31",)),
        ("practice_area", PRACTICE_AREA, NO_DEFAULT, ("family_law", "other")),
    ),
    "GET /reports": _query(*PAGES, ("list", one_of("types", "made"), "types", ("types", "made"))),
    "GET /exports": _query(*PAGES),
    "GET /reports/schedules": _query(*PAGES),
    "GET /views": _query(*PAGES),
    "GET /erasures": _query(*PAGES),
    "GET /privacy-requests": _query(
        *PAGES,
        ("client_id",     TEXT,          NO_DEFAULT, ("cli_1",)),
        ("kind",          one_of("access", "correction", "deletion", "portability"), NO_DEFAULT,
         ("access", "deletion"), "kind"),
        ("status",        one_of("received", "verifying", "in_progress", "answered", "refused"), NO_DEFAULT,
         ("in_progress", "refused")),
        ("open",          one_of("true", "false"), NO_DEFAULT, ("true", "false")),
    ),
    "GET /uploads/:id/preview": _query(("first", _whole(1, 500), 1, ("1", "21"))),
    "GET /matters/:id/deadlines": _query(*PAGES),
    "GET /matter-templates": _query(
        *PAGES,
        ("case_type",     TEXT,          NO_DEFAULT, ("divorce_standard", "personal_injury_auto"), "case_type"),
        ("practice_area", PRACTICE_AREA, NO_DEFAULT, ("personal_injury", "other"), "practice_area"),
        ("state",         _words("state", "ny", "New York"), NO_DEFAULT, ("NY", "CA"), "state"),
        ("built_in",      one_of("true", "false"), NO_DEFAULT, ("true", "false")),
        ("search",        TEXT,          NO_DEFAULT, ("divorc", "auto york", "100%")),
    ),
    "GET /matter-templates/:id/versions": _query(*PAGES),
    "GET /matters/:id/communications": _query(
        *PAGES,
        ("channel",       one_of("email", "sms"), NO_DEFAULT, ("email", "sms"), "channel"),
        ("direction",     one_of("outbound", "inbound"), NO_DEFAULT, ("outbound", "inbound"), "direction"),
    ),
    "GET /notifications": _query(
        PAGES[0],
        ("limit",         _whole(1, 100), 50, ("1", "50", "100")),
        ("read",          one_of("true", "false"), NO_DEFAULT, ("true", "false")),
        ("type",          one_of("document_uploaded", "intake_completed", "deadline_approaching",
                                 "intake_link_expired", "message_received", "message_refused", "message_failed",
                                 "document_noted", "code_not_sent", "file_quarantined", "webhook_disabled",
                                 "storage_limit_reached", "api_key_unused", "report_ready", "report_failed",
                                 "reminders_ended", "payment_failed", "usage_near_limit", "lead_received",
                                 "hold_to_lift", "records_due", "privacy_request_received", "privacy_request_due",
                                 "export_ready", "export_failed", "letter_signed", "letter_declined",
                                 "letter_completed"),
                          NO_DEFAULT, ("document_uploaded", "message_received"), "type"),
    ),
    "GET /notifications/recent": _query(("limit", _whole(1, 25), 10, ("1", "25"))),
    "GET /uploads/:id/download": _query(("unscanned", one_of("true", "false"), NO_DEFAULT, ("true", "false"))),
    "GET /search": _query(
        ("q",             _words("text of 2 or more characters", "s", " s ", ""),         NO_DEFAULT, ("smith", "sm")),
        ("types",         _words("matters, clients, documents", "nonsense", "matters,nonsense", "matters;clients"),
                          "matters,clients,documents", ("matters", "clients,documents", "documents, clients,matters")),
        ("limit",         _whole(1, 20), 5, ("1", "5", "20")),
    ),
    "GET /firms/users": _query(
        *PAGES,
        ("status",        one_of("active", "pending", "suspended"), NO_DEFAULT,
                          ("active", "pending", "suspended"), "status"),
        ("role",          one_of("admin", "attorney", "staff"), NO_DEFAULT, ("admin", "attorney", "staff"), "role"),
    ),
    "GET /audit-log": _query(
        PAGES[1],
        ("actor_id",      TEXT,          NO_DEFAULT, ("usr_01JD0Q8Z4W6V9XK3M5N7P2R4T6",)),
        ("record_id",     TEXT,          NO_DEFAULT, ("{matter}",)),
        ("action",        TEXT,          NO_DEFAULT, ("matter.created", "upload.confirmed"), "action"),
        ("from",          MOMENT, NO_DEFAULT,
                          ("2026-11-20T14:00:00.000Z",)),
        ("to",            MOMENT, NO_DEFAULT,
                          ("2026-11-20T14:00:00.000Z",)),
        ("cursor",        _words("next_cursor of the page before", "nonsense", "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", ""),
                          NO_DEFAULT, ("aud_01JD0Q8Z4W6V9XK3M5N7P2R4T6",)),
    ),
    "GET /matters/:id/activity": _query(
        ("per_page",      _whole(1, 100), 50, ("1", "50", "100")),
        ("cursor",        _words("next_cursor of the page before", "nonsense", "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", ""),
                          NO_DEFAULT, ("aud_01JD0Q8Z4W6V9XK3M5N7P2R4T6",)),
    ),
    "GET /firms/api-keys": _query(*PAGES),
    "GET /firms/sessions": _query(*PAGES),
    "GET /firms/users/:id/sessions": _query(*PAGES),
    "GET /webhooks": _query(*PAGES),
    "GET /webhooks/:id/deliveries": _query(
        *PAGES,
        ("status",        one_of("pending", "delivered", "failed", "cancelled"), NO_DEFAULT,
                          ("pending", "delivered", "failed", "cancelled"), "status"),
        ("event_type",    one_of(*EVENT_TYPES), NO_DEFAULT, ("matter.created", "client.created"), "event_type"),
        ("created_after", MOMENT,        NO_DEFAULT, ("2026-01-01T00:00:00.000Z",)),
        ("created_before", MOMENT,       NO_DEFAULT, ("2126-01-01T00:00:00.000Z",)),
    ),
    "GET /webhook-deliveries": _query(
        *PAGES,
        ("status",        one_of("pending", "delivered", "failed", "cancelled"), NO_DEFAULT,
                          ("pending", "delivered", "failed", "cancelled"), "status"),
        ("event_type",    one_of(*EVENT_TYPES), NO_DEFAULT, ("matter.created", "client.created"), "event_type"),
        ("created_after", MOMENT,        NO_DEFAULT, ("2026-01-01T00:00:00.000Z",)),
        ("created_before", MOMENT,       NO_DEFAULT, ("2126-01-01T00:00:00.000Z",)),
        ("webhook_id",    TEXT,          NO_DEFAULT, ("{webhook}",)),
    ),
    "GET /events": _query(
        PAGES[1],
        ("type",          one_of(*EVENT_TYPES), NO_DEFAULT, ("matter.created", "client.created"), "type"),
        ("created_after", MOMENT,        NO_DEFAULT, ("2026-01-01T00:00:00.000Z",)),
        ("cursor",        _words("next_cursor of the page before", "nonsense", "-1", "1" * 19, ""), NO_DEFAULT,
                          ("0",)),
    ),
    "GET /oauth-clients": _query(*PAGES),
    "GET /oauth-consents": _query(*PAGES),
    "GET /integrations/clio/sync": _query(("matter_id", TEXT, NO_DEFAULT, ("{matter}",), "matter_id")),
    "GET /integrations/lawmatics/sync": _query(
        ("matter_id",     TEXT,          NO_DEFAULT, ("{matter}",), "matter_id"),
        ("limit",         _whole(1, 100), 20, ("20",)),
    ),
}

ALWAYS = {"GET /search": {"q": "smith"}}
"""The parameters without which a query fails."""

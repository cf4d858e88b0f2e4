"""The JSON body of every call: each field, its kind, whether it is required, its default, an example.

The tests make a full request from the examples of all fields, a sparse one from those of the required fields.
`{client}` is replaced by the id of a client of the firm, `{number}` by a number that no other example has.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from intake.core.clock import iso, now

from .answers import ADDRESS, CONTACT_PREFERENCES, LEAD_STATUS, MATTER_STATUS, PRACTICE_AREA, REPORT_TYPES
from .shapes import (
    BOOLEAN,
    DATE,
    EMAIL,
    HTTPS_URL,
    INTEGER,
    MIME_TYPE,
    OBJECT,
    PHONE,
    TEXT,
    TIMESTAMP,
    between,
    list_of,
    map_of,
    object_of,
    one_of,
)

REQUIRED, OPTIONAL = "required", "optional"


class Default(NamedTuple):
    """The value of an omitted field."""

    value: Any

    def __str__(self):
        return f"default {self.value!r}"


class BodyField(NamedTuple):
    name: str
    shape: Any
    need: Any
    example: Any


def _body(*rows):
    return tuple(BodyField(*row) for row in rows)


def _or_null(shape):
    """A choice that can be cleared."""
    return replace(shape, wrong=("nonsense", 5, True))


BILLING_PLAN = _body(
    ("plan",            one_of("standard", "pro", "enterprise"), REQUIRED, "enterprise"),
    ("interval",        one_of("monthly", "yearly"), REQUIRED, "yearly"),
)
ULID = "01JD0Q8Z4W6V9XK3M5N7P2R4T6"
EVENT_TYPE = one_of("matter.created", "matter.updated", "matter.archived", "client.created", "document.uploaded",
                    "document.approved", "document.rejected", "intake.completed", "intake.link.sent",
                    "client.merged", "client.merge_undone", "lead.created", "lead.status_changed", "letter.sent",
                    "letter.signed", "letter.completed", "letter.declined", "record.erased", "*")
SCOPE = one_of(*(f"{what}:{act}" for what in ("matters", "clients", "documents", "webhooks", "firms")
                 for act in ("read", "write")))
CONTACT = {"email": True, "sms": False, "voicemail": False, "reminders": True, "preferred": "email",
           "hours": {"from": "09:00", "to": "17:30"}, "identify": False, "neutral_name": "Rosa's Garden"}
AN_ADDRESS = {"line1": "120 Main Street", "line2": "Apartment 4", "city": "Albany", "state": "NY", "zip": "12207"}

A_FORM = [
    {"id": "treated", "type": "yes_no", "label": "Did you see a doctor?", "help": None, "section": None,
     "required": True, "options": [], "when": None, "shown_if": None,
     "translations": {"es": {"label": "¿Le atendió un médico?"}}},
    {"id": "where", "type": "choice", "label": "Where?", "help": "The first visit.", "section": "Treatment",
     "required": False, "options": ["Emergency room", "Doctor's office"],
     "when": None, "shown_if": {"question": "treated", "equals": True}, "translations": {}},
    {"id": "witnesses", "type": "list", "label": "Who saw it?", "help": None, "section": None, "required": False,
     "options": [], "when": None, "entry_label": "Witness", "min_entries": 0, "max_entries": 5,
     "fields": [{"id": "name", "type": "text", "label": "Name", "required": True, "options": [], "when": None,
                 "translations": {"es": {"label": "Nombre"}}}],
     "shown_if": None, "translations": {"es": {"label": "¿Quién lo vio?", "entry_label": "Testigo"}}},
]
A_CHECKLIST = [
    {"name": "Police report", "description": "The report of the collision.", "instructions": "Ask for it online.",
     "category": "The accident", "required": True, "accepted_types": ["application/pdf", "image/*"],
     "max_file_size_mb": 25, "translations": {"es": {"name": "Informe policial"}}},
]

MATTER_FIELDS = _body(
    ("title",              TEXT,           REQUIRED, "Smith v. Northern Freight {number}"),
    ("practice_area",      PRACTICE_AREA,  REQUIRED, "personal_injury"),
    ("client_id",          TEXT,           OPTIONAL, "{client}"),
    ("description",        TEXT,           OPTIONAL, "Rear-end collision on Route 9."),
    ("assigned_attorney",  TEXT,           OPTIONAL, f"atty_{ULID}"),
    ("intake_template_id", TEXT,           OPTIONAL, f"tmpl_{ULID}"),
    ("custom_fields",      OBJECT,         Default({}), {"case_number": "2026-CV-1042", "court_fee": 402.5}),
    ("tags",               list_of(TEXT),  Default([]), ["priority", "Route 9"]),
    ("client_label",       TEXT,           OPTIONAL, "Your letter"),
)
CLIENT_FIELDS = _body(
    ("first_name",         TEXT,           REQUIRED, "Rosa"),
    ("last_name",          TEXT,           REQUIRED, "Smith-Delgado"),
    ("email",              EMAIL,          OPTIONAL, "rosa.delgado.{number}@example.com"),
    ("phone",              PHONE,          OPTIONAL, "+15185550142"),
    ("date_of_birth",      DATE,           OPTIONAL, "1984-02-29"),
    ("address",            object_of(ADDRESS), OPTIONAL, AN_ADDRESS),
    ("notes",              TEXT,           OPTIONAL, "Prefers to be called after 5 p.m."),
    ("contact_preferences", object_of(CONTACT_PREFERENCES), OPTIONAL, CONTACT),
    ("custom_fields",      OBJECT,         Default({}), {"referred_by": "Dr. Lee"}),
)
LEAD_FIELDS = _body(
    ("contact",            replace(OBJECT, name="the person"), REQUIRED,
     {"first_name": "Rosa", "last_name": "Smith-Delgado", "email": "rosa.lead@example.com", "phone": "+15185550177",
      "contact_preferences": CONTACT}),
    ("parties",            list_of(OBJECT), Default([]), [
        {"name": "Acme Trucking, Inc.", "kind": "company", "role": "opposing", "aliases": ["Acme"],
         "relation": "owner of the truck"}]),
    ("practice_area",      PRACTICE_AREA,  Default("other"), "personal_injury"),
    ("message",            TEXT,           OPTIONAL, "A truck hit my car."),
    ("language",           _or_null(one_of("en", "es")), OPTIONAL, "es"),
    ("source",             OBJECT,         Default({"name": None, "page": None, "referrer": None, "campaign": None}), {
        "name": "Phone", "page": "https://smith.example.com/accidents", "referrer": "https://www.google.com/",
        "campaign": {"source": "google", "medium": "cpc"}}),
    ("assigned_to",        TEXT,           OPTIONAL, f"atty_{ULID}"),
)
PARTY_FIELDS = _body(
    ("name",               TEXT,           REQUIRED, "Acme Trucking, Inc."),
    ("kind",               one_of("person", "company"), Default("person"), "company"),
    ("role",               one_of("client", "opposing", "related", "witness", "other"), Default("other"), "opposing"),
    ("aliases",            list_of(TEXT),  Default([]), ["Acme"]),
    ("former_names",       list_of(TEXT),  Default([]), ["Albany Haulage, Inc."]),
    ("relation",           TEXT,           OPTIONAL, "owner of the truck"),
    ("email",              EMAIL,          OPTIONAL, "office@acme.example.com"),
    ("phone",              PHONE,          OPTIONAL, "+15185550178"),
    ("address",            object_of(ADDRESS), OPTIONAL, AN_ADDRESS),
)
DOCUMENT_FIELDS = _body(
    ("name",               TEXT,           REQUIRED, "Police report on Smith"),
    ("description",        TEXT,           OPTIONAL, "The report of the collision."),
    ("required",           BOOLEAN,        Default(True), False),
    ("instructions",       TEXT,           OPTIONAL, "All pages, front and back."),
    ("category",           TEXT,           OPTIONAL, "The accident"),
    ("accepted_types",     list_of(MIME_TYPE), Default([]), ["application/pdf", "image/jpeg"]),
    ("max_file_size_mb",   between(1, 5000), Default(25), 10),
)
DEADLINE_FIELDS = _body(
    ("title",              TEXT,           REQUIRED, "Answer to the complaint"),
    ("due_date",           DATE,           REQUIRED, "2026-12-18"),
    ("type",               one_of("filing", "hearing", "statute", "other"), Default("other"), "filing"),
    ("notes",              TEXT,           OPTIONAL, "Courtesy copy to chambers."),
    ("completed",          BOOLEAN,        OPTIONAL, True),
)
NOTE_FIELDS = _body(
    ("kind",               one_of("note", "call", "meeting"), Default("note"), "call"),
    ("text",               TEXT,           REQUIRED, "Called her; she sends the passport on Friday."),
    ("happened_at",        replace(TIMESTAMP, wrong=("yesterday", 5, True)), OPTIONAL, iso(now() - timedelta(days=3))),
)
TEMPLATE_FIELDS = _body(
    ("name",               TEXT,           REQUIRED, "Car accident in New York"),
    ("case_type",          TEXT,           OPTIONAL, "personal_injury_auto"),
    ("practice_area",      _or_null(PRACTICE_AREA), OPTIONAL, "personal_injury"),
    ("state",              _or_null(one_of("NY", "PR", "DC")), OPTIONAL, "NY"),
    ("description",        TEXT,           OPTIONAL, "What we ask after a collision."),
    ("leave_button",       BOOLEAN,        Default(False), True),
    ("reminder_rules",     object_of({"first_after_days": INTEGER}), OPTIONAL, {
        "first_after_days": 2, "every_days": 5, "at_most": 3, "before_deadline_days": 1, "stop": "form_sent"}),
    ("form",               list_of(OBJECT), Default([]), A_FORM),
    ("documents",          list_of(OBJECT), Default([]), A_CHECKLIST),
    ("translations",       map_of(OBJECT), Default({}), {"es": {"name": "Accidente de auto en Nueva York"}}),
)
WEBHOOK_FIELDS = _body(
    ("url",                HTTPS_URL,      REQUIRED, "https://receiver.example.com/hook"),
    ("events",             list_of(EVENT_TYPE), REQUIRED, ["intake.completed", "intake.link.sent"]),
    ("description",        TEXT,           OPTIONAL, "Our case dashboard"),
    ("active",             BOOLEAN,        Default(True), True),
)
OAUTH_CLIENT_FIELDS = _body(
    ("name",               TEXT,           REQUIRED, "Case Manager"),
    ("redirect_uris",      list_of(HTTPS_URL), REQUIRED, ["https://app.example.com/callback"]),
    ("scopes",             list_of(SCOPE), REQUIRED, ["firms:write"]),
)
PREFERENCE = map_of(BOOLEAN)


REASON_FIELDS = _body(
    ("text",            map_of(TEXT),   REQUIRED, {"en": "The signature is missing.", "es": "Falta la firma."}),
    ("position",        between(0, 1_000_000), OPTIONAL, 7),
)


SCHEDULE_FIELDS = _body(
    ("name",            TEXT,           REQUIRED, "Closed matters"),
    ("practice_area",   _or_null(PRACTICE_AREA), OPTIONAL, "real_estate"),
    ("years",           replace(between(1, 100), wrong=(0, 101, "7", True)), OPTIONAL, 7),
    ("minor_years",     replace(between(1, 100), wrong=(0, 101, "7", True)), OPTIONAL, 7),
    ("months",          replace(between(1, 1200), wrong=(0, 1201, "7", True)), OPTIONAL, None),
    ("quarantine_months", replace(between(1, 1200), wrong=(0, 1201, "7", True)), OPTIONAL, None),
    ("age_of_majority", between(16, 25), OPTIONAL, 18),
    ("excepted",        list_of(TEXT),  OPTIONAL, ["original", "will"]),
    ("notice",          BOOLEAN,        OPTIONAL, True),
    ("automatic",       BOOLEAN,        OPTIONAL, False),
)


HOLD_CHANGES = _body(
    ("reason",          TEXT,           REQUIRED, "Rivera v. Silva, subpoena of May 3"),
    ("until",           _or_null(DATE), OPTIONAL, "2031-05-03"),
)
HOLD_FIELDS = _body(
    ("search",          OBJECT,         REQUIRED,
     {"practice_area": "other", "client_name": "of no client", "title": "of no matter"}),
    ("client_id",       replace(TEXT, wrong=(5, True)), OPTIONAL, None),
    ("matter_id",       replace(TEXT, wrong=(5, True)), OPTIONAL, None),
    *HOLD_CHANGES,
)


LETTER_TEMPLATE_FIELDS = _body(
    ("name",            TEXT,           REQUIRED, "Flat fee"),
    ("text",            map_of(TEXT),   REQUIRED, {"en": "Dear {{client.name}}: {{fee}}", "es": "{{fee}}"}),
)


LETTER_FIELDS = _body(
    ("title",           TEXT,           OPTIONAL, "Engagement"),
    ("text",            TEXT,           REQUIRED, "# Our work\n\nWe represent you."),
    ("values",          OBJECT,         OPTIONAL, {"fee": "$ 300 an hour", "scope": "Divorce", "retention": "Six years",
                                                   "state_clause": "New York"}),
    ("signers",         list_of(OBJECT), REQUIRED, [{"name": "Ana Silva", "email": "ana@example.com"}]),
    ("expires_in_days", between(1, 365), OPTIONAL, 14),
)


VIEW_FIELDS = _body(
    ("name",            TEXT,           REQUIRED, "Ready to close"),
    ("page",            TEXT,           REQUIRED, "/matters?focus=ready"),
    ("shared",          BOOLEAN,        OPTIONAL, True),
)


def _any_subset(fields, *more):
    return tuple(field._replace(need=OPTIONAL) for field in (*fields, *_body(*more)))


BODIES = {
    "POST /matters": MATTER_FIELDS,
    "PATCH /matters/:id": _any_subset(MATTER_FIELDS, ("status", MATTER_STATUS, OPTIONAL, "active"),
                                        ("reminders_paused", BOOLEAN, OPTIONAL, True)),
    "POST /clients": CLIENT_FIELDS,
    "PATCH /clients/:id": _any_subset(CLIENT_FIELDS),
    "POST /clients/:id/merge": _body(("into", TEXT, REQUIRED, "{client}")),
    "POST /matters/:id/documents/request": DOCUMENT_FIELDS,
    "PATCH /documents/:id": _any_subset(DOCUMENT_FIELDS, ("position", between(0, 1000), OPTIONAL, 1)),
    "POST /matters/:id/parties": PARTY_FIELDS,
    "PATCH /matters/:id/parties/:id": _any_subset(PARTY_FIELDS),
    "POST /conflict-checks": _body(
        ("names",           list_of(TEXT), REQUIRED, ["Acme Trucking, Inc.", "Rosa Smith"]),
    ),
    "POST /conflict-checks/:id/decide": _body(
        ("decision",        one_of("clear", "waived", "screened", "conflict"), REQUIRED, "clear"),
        ("note",            TEXT,          OPTIONAL, "Another company of this name."),
        ("document_id",     TEXT,          OPTIONAL, "{document}"),
    ),
    "POST /leads": LEAD_FIELDS,
    "PATCH /leads/:id": _any_subset(
        LEAD_FIELDS,
        ("status",          LEAD_STATUS,   OPTIONAL, "declined"),
        ("declined_reason", TEXT,          OPTIONAL, "We do not practice in this area."),
        ("quarantined",     BOOLEAN,       OPTIONAL, False),
        ("answered",        BOOLEAN,       OPTIONAL, True),
        ("letter",          object_of({"subject": TEXT, "message": TEXT}), OPTIONAL, {
            "subject": "Your inquiry", "message": "We cannot represent you."}),
    ),
    "POST /leads/:id/convert": _body(
        ("client_id",       TEXT,          OPTIONAL, "{client}"),
        ("title",           TEXT,          OPTIONAL, "Delgado v. Acme {number}"),
        ("practice_area",   PRACTICE_AREA, OPTIONAL, "personal_injury"),
        ("intake_template_id", TEXT,       OPTIONAL, f"tmpl_{ULID}"),
        ("assigned_attorney", TEXT,        OPTIONAL, f"atty_{ULID}"),
        ("channels",        list_of(one_of("email", "sms")), OPTIONAL, ["email"]),
        ("expires_in_days", between(1, 730), OPTIONAL, 14),
        ("letter_template_id", replace(TEXT, wrong=(5, True)), OPTIONAL, "{letter_template}"),
        ("letter_values",   OBJECT,        OPTIONAL, {"fee": "$ 300 an hour"}),
        ("send_letter",     BOOLEAN,       OPTIONAL, True),
    ),
    "POST /leads/:id/facts-link": _body(("send", BOOLEAN, OPTIONAL, True)),
    "POST /matters/:id/notes": NOTE_FIELDS,
    "PATCH /matters/:id/notes/:id": _any_subset(NOTE_FIELDS),
    "POST /matters/:id/deadlines": DEADLINE_FIELDS,
    "PATCH /matters/:id/deadlines/:id": _any_subset(DEADLINE_FIELDS),
    "POST /matter-templates": TEMPLATE_FIELDS,
    "PATCH /matter-templates/:id": _any_subset(TEMPLATE_FIELDS),
    "POST /matters/:id/checklist": _body(("template_id", TEXT, REQUIRED, "{template}")),
    "POST /uploads/signed-url": _body(
        ("document_id",     TEXT,           REQUIRED, "{document}"),
        ("filename",        TEXT,           REQUIRED, "police-report.pdf"),
        ("content_type",    MIME_TYPE,      REQUIRED, "application/pdf"),
        ("file_size_bytes", between(1, 26_214_400), REQUIRED, 482_133),
    ),
    "POST /documents/:id/waive": _body(("reason", TEXT, REQUIRED, "The insurer has sent it already.")),
    "POST /matters/bulk": _body(
        ("ids",             list_of(TEXT),  REQUIRED, [f"mat_{ULID}"]),
        ("action",          one_of("remind", "assign", "close", "archive", "reopen", "send_link"), REQUIRED, "archive"),
    ),
    "POST /retention-schedules": (*SCHEDULE_FIELDS, *_body(
        ("kind", one_of("matters", "leads", "clients"), Default("matters"), "matters"))),
    "PATCH /retention-schedules/:id": _any_subset(SCHEDULE_FIELDS),
    "POST /retention-schedules/due": _body(  # at least one of them
        ("matter_ids", list_of(TEXT), OPTIONAL, [f"mat_{ULID}"]),
        ("lead_ids", list_of(TEXT), OPTIONAL, [f"lead_{ULID}"]),
        ("client_ids", list_of(TEXT), OPTIONAL, [f"cli_{ULID}"])),
    "POST /legal-holds": HOLD_FIELDS,
    "PATCH /legal-holds/:id": _any_subset(HOLD_CHANGES),
    "POST /review-reasons": REASON_FIELDS,
    "POST /letter-templates": LETTER_TEMPLATE_FIELDS,
    "PATCH /letter-templates/:id": _any_subset(LETTER_TEMPLATE_FIELDS),
    "POST /matters/:id/letters": (*LETTER_FIELDS, *_body(("language", one_of("en", "es"), OPTIONAL, "en"))),
    "PATCH /matters/:id/letters/:id": _any_subset(LETTER_FIELDS),
    "POST /matters/:id/letters/:id/void": _body(("reason", TEXT, OPTIONAL, "The scope has changed.")),
    "POST /court-forms": _body(
        ("name",            TEXT,           REQUIRED, "Petition for dissolution"),
        ("filename",        TEXT,           REQUIRED, "petition.pdf"),
        ("content_type",    one_of("application/pdf"), REQUIRED, "application/pdf"),
        ("file_size_bytes", between(1, 25 * 1024**2), REQUIRED, 5000),
        ("number",          TEXT,           OPTIONAL, "DR-1"),
        ("state",           _or_null(one_of("NY", "US")), OPTIONAL, "NY"),
        ("practice_area",   _or_null(PRACTICE_AREA), OPTIONAL, "family_law"),
        ("court_type",      _or_null(one_of("family", "bankruptcy")), OPTIONAL, "family"),
    ),
    "PUT /court-forms/:id/mapping": _body(
        ("fields",          map_of(TEXT),   REQUIRED, {"users1_name_full": "client.full_name", "about": "today"})),
    "POST /matters/:id/court-forms/:id/fill": _body(
        ("flatten",         BOOLEAN,        OPTIONAL, True),
        ("allow_missing",   BOOLEAN,        OPTIONAL, True),
    ),
    "PATCH /review-reasons/:id": _any_subset(REASON_FIELDS),
    **{f"POST /reports/{type}": _body(
        ("format",          one_of("csv", "pdf"), REQUIRED, "pdf"),
        ("from",            DATE,           OPTIONAL, "2026-01-01"),
        ("to",              DATE,           OPTIONAL, "2026-12-31"),
        ("filters",         OBJECT,         OPTIONAL, {"practice_area": "family_law"}),
    ) for type in REPORT_TYPES},
    "POST /firms/closing": _body(("name", TEXT, REQUIRED, "Smith & Partners")),
    "POST /exports": _body(
        ("client_id",       TEXT,           OPTIONAL, "{client}"),
        ("language",        one_of("en", "es"), OPTIONAL, "es"),
    ),
    "POST /reports/schedules": _body(
        ("type",            one_of(*REPORT_TYPES), REQUIRED, "matters"),
        ("format",          one_of("csv", "pdf"), REQUIRED, "csv"),
        ("frequency",       one_of("weekly", "monthly"), REQUIRED, "weekly"),
        ("recipients",      list_of(EMAIL), REQUIRED, ["office@smith.example.com"]),
        ("filters",         OBJECT,         OPTIONAL, {"status": "active"}),
    ),
    "POST /views": VIEW_FIELDS,
    "POST /privacy-requests": _body(
        ("client_id",       TEXT,           REQUIRED, "{client}"),
        ("kind",            one_of("access", "correction", "deletion", "portability"), REQUIRED, "access"),
        ("source",          one_of("email", "phone", "letter", "in_person"), REQUIRED, "phone"),
        ("note",            TEXT,           OPTIONAL, "Everything of the last year."),
        ("verification",    TEXT,           OPTIONAL, "Called back at the number on file."),
        ("received_on",     _or_null(DATE),           OPTIONAL, None),
    ),
    "POST /privacy-requests/:id/verify": _body(("verification", TEXT, REQUIRED, "Called back at the number on file.")),
    "POST /privacy-requests/:id/extend": _body(("extension_reason", TEXT, REQUIRED, "There are many papers.")),
    "POST /privacy-requests/:id/answer": _body(("answer", TEXT, OPTIONAL, "Please come to our office.")),
    "POST /privacy-requests/:id/refuse": _body(("reason", TEXT, REQUIRED, "We have to keep it.")),
    "POST /erasures": _body(  # exactly one of the ids
        ("client_id",       TEXT,           OPTIONAL, None),
        ("matter_id",       TEXT,           OPTIONAL, None),
        ("document_id",     TEXT,           OPTIONAL, None),
        ("lead_id",         TEXT,           OPTIONAL, None),
        ("reason",          TEXT,           REQUIRED, "The client asked for it."),
    ),
    "PATCH /views/:id": _any_subset(VIEW_FIELDS),
    "PATCH /uploads/:id/status": _body(
        ("status",          one_of("approved", "rejected"), REQUIRED, "rejected"),
        ("reviewer_notes",  TEXT,           OPTIONAL, "Page 2 is cut off."),
        ("reason_id",       TEXT,           OPTIONAL, "{reason}"),
    ),
    "PATCH /uploads/:id/preview": _body(("rotation", between(0, 270), OPTIONAL, 90)),
    "POST /matters/:id/communications": _body(
        ("channel",         one_of("email", "sms"), REQUIRED, "email"),
        ("message",         TEXT,           REQUIRED, "Please upload the police report by Friday."),
        ("subject",         TEXT,           OPTIONAL, "The police report"),
        ("send_at",         TIMESTAMP,      OPTIONAL, iso(now() + timedelta(days=30))),
    ),
    "POST /matters/:id/intake-form/corrections": _body(
        ("answers",         OBJECT,         REQUIRED, {"full_name": "Ana Maria Silva", "has_children": False}),
        ("reason",          TEXT,           REQUIRED, "She told us on the phone."),
    ),
    "PATCH /matters/:id/intake-link": _body(("expires_in_days", between(1, 730), OPTIONAL, 30)),
    "POST /matters/:id/intake-link": _body(
        ("channels",        list_of(one_of("email", "sms")), OPTIONAL, ["email"]),
        ("expires_in_days", INTEGER,        OPTIONAL, 90),
        ("replace",         BOOLEAN,        OPTIONAL, False),
    ),
    "PATCH /firms/settings": _body(
        ("name",            TEXT,           OPTIONAL, "Smith & Partners"),
        ("phone",           PHONE,          OPTIONAL, "+15185550100"),
        ("website",         TEXT,           OPTIONAL, "https://smith.example.com"),
        ("timezone",        TEXT,           OPTIONAL, "America/Chicago"),
        ("address",         OBJECT,         OPTIONAL, {"line1": "1 Court Square", "suite": "300", "city": "Albany",
                                                       "state": "NY", "zip": "12207"}),
        ("settings",        OBJECT,         OPTIONAL, {"email_notifications": True, "sms_notifications": False,
                                                       "default_intake_template": f"tmpl_{ULID}",
                                                       "intake_branding": True,
                                                       "custom_domain": "intake.smith.example.com",
                                                       "brand_color": "#1f4b7f",
                                                       "require_second_factor": False,
                                                       "reminder_days": [3, 7, 14], "review_days": 3,
                                                       "office_hours": "Monday to Friday, 9 to 5",
                                                       "language": "en", "portal_code": "never",
                                                       "sender_name": "Smith & Partners, intake",
                                                       "mail_signature": "Smith & Partners\n1 Court Square, Albany",
                                                       "quiet_hours": {"from": "03:00", "to": "03:01"},
                                                       "retention_text": {"en": "We keep files for seven years.",
                                                                           "es": "Guardamos los archivos siete años."},
                                                       "lead_forms": {
                                                           "enabled": True, "practice_areas": ["family_law", "other"],
                                                           "allowed_origins": ["https://www.smith.example.com"],
                                                           "notify": ["intake@smith.example.com"]},
                                                       "session_idle_hours": 8, "session_days": 7,
                                                       "two_people_erase_clients": False,
                                                       "require_conflict_check": False,
                                                       "conflict_thresholds": {"person": 90, "company": 80},
                                                       "sms_alphabet": "gsm"}),
    ),
    "POST /firms/logo": _body(
        ("filename",        TEXT,           REQUIRED, "logo.png"),
        ("content_type",    one_of("image/png", "image/jpeg"), REQUIRED, "image/png"),
        ("file_size_bytes", between(1, 2_097_152), REQUIRED, 69),
    ),
    "PATCH /firms/users/:id": _body(
        ("role",            one_of("admin", "attorney", "staff", "paralegal"), OPTIONAL, "paralegal"),
        ("status",          one_of("active", "pending", "suspended"), OPTIONAL, "active"),
    ),
    "POST /firms/users/:id/hand-over": _body(
        ("to",              TEXT,           REQUIRED, "{user}"),
        ("suspend",         BOOLEAN,        OPTIONAL, False),
    ),
    "POST /firms/api-keys": _body(
        ("name",            TEXT,           REQUIRED, "Our case system"),
        ("scopes",          list_of(SCOPE), REQUIRED, ["firms:write"]),
        ("expires_at",      TIMESTAMP,      OPTIONAL, "2099-01-01T00:00:00.000Z"),
    ),
    "POST /oauth-clients": OAUTH_CLIENT_FIELDS + _body(
        ("public",          BOOLEAN,        Default(False), False),
        ("pkce",            one_of("required", "optional"), Default("required"), "optional"),
    ),
    "PATCH /oauth-clients/:id": _any_subset(
        OAUTH_CLIENT_FIELDS, ("pkce", one_of("required", "optional"), OPTIONAL, "required")),
    "POST /firms/users": _body(
        ("email",           EMAIL,          REQUIRED, "maya.{number}@smith.example.com"),
        ("first_name",      TEXT,           OPTIONAL, "Maya"),
        ("last_name",       TEXT,           OPTIONAL, "Okafor"),
        ("role",            one_of("admin", "attorney", "staff", "paralegal"), REQUIRED, "staff"),
        ("language",        one_of("en", "es"), OPTIONAL, "es"),
    ),
    "PATCH /firms/notification-preferences": _body(
        ("document_uploaded",    PREFERENCE, OPTIONAL, {"email": True, "sms": True}),
        ("intake_completed",     PREFERENCE, OPTIONAL, {"email": False, "sms": True}),
        ("deadline_approaching", PREFERENCE, OPTIONAL, {"email": True, "sms": False}),
        ("intake_link_expired",  PREFERENCE, OPTIONAL, {"email": False, "sms": False}),
    ),
    "POST /firms/onboarding": _body(
        ("step",            between(1, 6),  REQUIRED, 2),
        ("data",            OBJECT,         OPTIONAL, {"practice_areas": ["family_law", "immigration"]}),
        ("complete",        BOOLEAN,        OPTIONAL, False),
    ),
    "POST /billing/checkout": BILLING_PLAN,
    "PATCH /billing/subscription": BILLING_PLAN,
    "POST /webhooks": WEBHOOK_FIELDS,
    "PATCH /webhooks/:id": _any_subset(WEBHOOK_FIELDS[1:]),
    "POST /webhooks/:id/redeliver-failed": _body(
        ("since",           TIMESTAMP,      REQUIRED, "2026-11-20T14:00:00.000Z"),
    ),
    "POST /webhook-deliveries/redeliver-failed": _body(
        ("since",           TIMESTAMP,      REQUIRED, "2026-11-20T14:00:00.000Z"),
        ("before",          TIMESTAMP,      OPTIONAL, "2099-11-20T14:00:00.000Z"),
        ("webhook_id",      TEXT,           OPTIONAL, "{webhook}"),
        ("event_type",      EVENT_TYPE,     OPTIONAL, "matter.created"),
    ),
}

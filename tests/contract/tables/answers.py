"""The `data` that every endpoint answers with: exactly these fields.

A list's answer is written as a list of its items; it carries `PAGINATION` beside its data.
"""

from .integration_answers import INTEGRATION_ANSWERS
from .shapes import (
    BOOLEAN,
    DATE,
    EMAIL,
    INTEGER,
    MIME_TYPE,
    NUMBER,
    OBJECT,
    PHONE,
    TEXT,
    TIMESTAMP,
    URL,
    between,
    exactly,
    id_of,
    list_of,
    map_of,
    object_of,
    one_of,
)

PAGINATION = {"page": INTEGER, "per_page": INTEGER, "total": INTEGER, "has_more": BOOLEAN}
DELETED = {"deleted": exactly(True)}

MATTER_STATUS = one_of("active", "archived", "closed")
PRACTICE_AREA = one_of("personal_injury", "estate_planning", "family_law", "immigration", "criminal", "business",
                       "real_estate", "other")
DOCUMENT_STATUS = one_of("pending", "uploaded", "approved", "rejected")
REPORT_TYPES = ("matters", "documents", "deadlines", "communications", "intake_funnel", "lead_funnel")
REPORT_TYPE = one_of(*REPORT_TYPES)
REPORT_FORMAT = one_of("csv", "pdf")
SCAN_STATUS = one_of("pending", "clean", "infected", "skipped", "failed")

REPORT_MADE = {
    "id": id_of("rpt"),
    "type": REPORT_TYPE,
    "format": REPORT_FORMAT,
    "status": one_of("pending", "running", "ready", "failed", "cancelled"),
    "progress": INTEGER,
    "created_at": TIMESTAMP,
}
CLOSING = {"leaving": BOOLEAN, **{name: shape.null_until("the firm is being closed") for name, shape in (
    ("since", TIMESTAMP), ("erase_at", TIMESTAMP), ("export_id", id_of("exp")))}}
EXPORT = {
    "id": id_of("exp"),
    "client_id": id_of("cli").or_null,
    "language": one_of("en", "es"),
    "status": one_of("pending", "running", "ready", "failed", "cancelled"),
    "progress": INTEGER,
    "files": INTEGER.null_until("it is ready"),
    "size_bytes": INTEGER.null_until("it is ready"),
    "created_at": TIMESTAMP,
    "ready_at": TIMESTAMP.null_until("it is ready"),
    "expires_at": TIMESTAMP.null_until("it is ready"),
}
REPORT_SCHEDULE = {
    "id": id_of("rsch"),
    "type": REPORT_TYPE,
    "format": REPORT_FORMAT,
    "frequency": one_of("weekly", "monthly"),
    "recipients": list_of(EMAIL),
    "filters": OBJECT,
    "next_at": TIMESTAMP,
    "created_at": TIMESTAMP,
}
MATTER_ROW = {
    "id": id_of("mat"),
    "title": TEXT,
    "status": MATTER_STATUS,
    "practice_area": PRACTICE_AREA,
    "client_id": id_of("cli").or_absent,
    "documents_count": INTEGER,
    "client_active_at": TIMESTAMP.null_until("the client does something on the portal"),
    "next_deadline": DATE.null_until("it has an open deadline"),
    "created_at": TIMESTAMP,
}
MATTER_CREATED = MATTER_ROW | {
    "status": exactly("active"),
    "description": TEXT.or_null,
    "assigned_attorney": TEXT.or_null,
    "intake_template_id": TEXT.or_null,
    "custom_fields": OBJECT,
    "tags": list_of(TEXT),
    "client_label": TEXT.or_null,
    "intake_link": exactly(None),
    "documents_count": exactly(0),
    "updated_at": TIMESTAMP,
}
MATTER = MATTER_CREATED | {
    "status": MATTER_STATUS,
    "intake_link": URL.null_until("an intake link exists"),
    "client": object_of({"id": id_of("cli"), "first_name": TEXT, "last_name": TEXT, "email": EMAIL}).or_null,
    "documents_count": INTEGER,
    "documents_complete": INTEGER,
    "reminders_paused": BOOLEAN,
}
WITH_MATTER = {
    "matter": {"id": id_of("mat"), "title": TEXT},
    "client": object_of({"id": id_of("cli"), "name": TEXT}).null_until("the matter has a client"),
}
"""The fields that rows in lists of all matters have besides their own."""

MATTER_ARCHIVED = {"id": id_of("mat"), "status": exactly("archived"), "archived_at": TIMESTAMP}

ADDRESS = {"line1": TEXT, "line2": TEXT, "city": TEXT, "state": TEXT, "zip": TEXT}
CONTACT_PREFERENCES = {
    "email": BOOLEAN, "sms": BOOLEAN, "voicemail": BOOLEAN, "reminders": BOOLEAN,
    "preferred": one_of("email", "sms").or_null,
    "hours": object_of({"from": TEXT, "to": TEXT}).or_null, "identify": BOOLEAN, "neutral_name": TEXT.or_null,
}
CLIENT_ROW = {
    "id": id_of("cli"),
    "first_name": TEXT,
    "last_name": TEXT,
    "email": EMAIL.or_null,
    "phone": PHONE.or_null,
    "matters_count": INTEGER,
    "created_at": TIMESTAMP,
}
CLIENT_CREATED = CLIENT_ROW | {
    "date_of_birth": DATE.or_null,
    "address": object_of(ADDRESS).or_null,
    "notes": TEXT.or_null,
    "contact_preferences": object_of(CONTACT_PREFERENCES).or_null,
    "custom_fields": OBJECT,
    "matters_count": exactly(0),
    "updated_at": TIMESTAMP,
}
CLIENT = CLIENT_CREATED | {
    "matters_count": INTEGER,
    "matters": [{"id": id_of("mat"), "title": TEXT, "status": MATTER_STATUS, "practice_area": PRACTICE_AREA}],
}

LEAD_STATUS = one_of("new", "checking", "cleared", "offered", "engaged", "declined", "lost")
LEAD_PARTY = {
    "name": TEXT, "kind": one_of("person", "company"),
    "role": one_of("client", "opposing", "related", "witness", "other"), "aliases": list_of(TEXT),
    "relation": TEXT.or_null,
}
LEAD_CONTACT = {
    "first_name": TEXT, "last_name": TEXT, "email": EMAIL.or_null, "phone": PHONE.or_null,
    "contact_preferences": object_of(CONTACT_PREFERENCES).or_null,
}
LEAD = {
    "id": id_of("lead"),
    "status": LEAD_STATUS,
    "practice_area": PRACTICE_AREA,
    "contact": LEAD_CONTACT,
    "parties": [LEAD_PARTY],
    "message": TEXT.or_null,
    "language": one_of("en", "es").or_null,
    "source": {name: shape.or_null.or_absent for name, shape in {
        "name": TEXT, "page": TEXT, "referrer": TEXT, "campaign": OBJECT}.items()},
    "spam": {"score": INTEGER, "reasons": list_of(TEXT)},
    "quarantined": BOOLEAN,
    "assigned_to": TEXT.or_null,
    "conflict_check_id": TEXT.null_until("names were searched"),
    "client_id": id_of("cli").null_until("it is converted"),
    "matter_id": id_of("mat").null_until("it is converted"),
    "declined_reason": TEXT.null_until("it is declined"),
    "answered_at": TIMESTAMP.null_until("the firm answers"),
    "cleared_at": TIMESTAMP.null_until("it is cleared"),
    "engaged_at": TIMESTAMP.null_until("it is converted"),
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}

PARTY = LEAD_PARTY | {
    "id": id_of("pty"),
    "former_names": list_of(TEXT),
    "email": EMAIL.or_null,
    "phone": PHONE.or_null,
    "address": object_of(ADDRESS).or_null,
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
CONFLICT_CHECK_ROW = {
    "id": id_of("chk"),
    "names": list_of(TEXT),
    "matter_id": id_of("mat").null_until("it is of a matter"),
    "lead_id": id_of("lead").null_until("it is of a lead"),
    "previous_id": id_of("chk").null_until("another one of the same is run"),
    "hits_count": INTEGER,
    "complete": BOOLEAN,
    "decision": one_of("clear", "waived", "screened", "conflict").null_until("it is decided"),
    "decided_at": TIMESTAMP.null_until("it is decided"),
    "created_by": TEXT.or_null,
    "created_at": TIMESTAMP,
}
CONFLICT_CHECK = CONFLICT_CHECK_ROW | {
    "sought": [{"text": TEXT, "part": one_of("name", "alias", "former_name", "email", "phone", "address")}],
    "hits": [{
        "kind": one_of("client", "merged_client", "party", "lead", "lead_party"), "visible": BOOLEAN,
        "ask": list_of(TEXT), "score": INTEGER, "reasons": list_of(TEXT), "sought": TEXT, "found": TEXT, "part": TEXT,
        "record_id": TEXT, "name": TEXT, "role": TEXT.or_not_there, "client_id": TEXT.or_not_there,
        "matter_id": TEXT.or_not_there, "lead_id": TEXT.or_not_there, "status": TEXT.or_not_there,
        "title": TEXT.or_not_there}],
    "versions": {"index": INTEGER, "thresholds": {"person": INTEGER, "company": INTEGER}, "libraries": map_of(TEXT)},
    "note": TEXT.null_until("it is decided"),
    "document_id": id_of("doc").null_until("it is decided"),
    "decided_by": TEXT.null_until("it is decided"),
}

COURT_FORM_ROW = {
    "id": id_of("form"),
    "number": TEXT.null_until("it is given"),
    "name": TEXT,
    "court": TEXT.null_until("it is one of the catalogue"),
    "state": TEXT.null_until("it is given"),
    "practice_area": PRACTICE_AREA.null_until("it is given"),
    "court_type": TEXT.null_until("it is given"),
    "source": TEXT,
    "effective_date": TEXT.null_until("it is one of the catalogue"),
    "checked_on": TEXT.null_until("it is one of the catalogue"),
    "fillable": BOOLEAN,
    "status": one_of("pending", "ready", "failed").null_until("it is one of the firm"),
}
MAPPING = {"version": INTEGER, "fields": map_of(TEXT)}
COURT_FORM = COURT_FORM_ROW | {
    "supersedes": list_of(TEXT),
    "problem": TEXT.null_until("it cannot be filled in"),
    "page_count": INTEGER.null_until("its fields are read"),
    "fields": list_of(object_of({
        "name": TEXT, "label": TEXT.null_until("the form says one"), "required": BOOLEAN,
        "type": one_of("text", "check", "radio", "choice", "date", "signature")})).null_until("its fields are read"),
    "mapping": object_of(MAPPING).null_until("its fields are read"),
}
COURT_FORM_FILL = {
    "id": id_of("fill"),
    "form_id": id_of("form"),
    "status": one_of("pending", "ready", "missing", "failed"),
    "document_id": id_of("doc").null_until("it is ready"),
    "problem": TEXT.null_until("it failed"),
    "missing": list_of(object_of({"field": TEXT, "question": TEXT.or_null})),
    "created_at": TIMESTAMP,
    "finished_at": TIMESTAMP.null_until("it is finished"),
}

DOCUMENT_CREATED = {
    "id": id_of("doc"),
    "matter_id": id_of("mat"),
    "name": TEXT,
    "description": TEXT.or_null,
    "instructions": TEXT.or_null,
    "category": TEXT.or_null,
    "position": INTEGER,
    "required": BOOLEAN,
    "status": exactly("pending"),
    "accepted_types": list_of(MIME_TYPE),
    "max_file_size_mb": INTEGER,
    "upload": exactly(None),
    "created_at": TIMESTAMP,
}
DOCUMENT = DOCUMENT_CREATED | {
    "status": DOCUMENT_STATUS,
    "upload": object_of({"id": id_of("upl"), "filename": TEXT, "content_type": MIME_TYPE, "file_size_bytes": INTEGER,
                         "uploaded_at": TIMESTAMP, "scan_status": SCAN_STATUS}).or_null,
}

UPLOAD_ROW = {
    "id": id_of("upl"),
    "document_id": id_of("doc"),
    "filename": TEXT,
    "content_type": MIME_TYPE,
    "file_size_bytes": INTEGER,
    "status": one_of("pending", "approved", "rejected"),
    "uploaded_at": TIMESTAMP,
    "scan_status": SCAN_STATUS,
    "type_mismatch": BOOLEAN,
    "page_count": INTEGER.null_until("the worker has read the file"),
    "document": {"id": id_of("doc"), "name": TEXT},
} | WITH_MATTER
LETTER_STATUS = one_of("draft", "sent", "viewed", "signed", "countersigned", "declined", "voided", "expired")
LETTER_TEMPLATE = {
    "id": id_of("ltpl"),
    "name": TEXT,
    "text": {"en": TEXT, "es": TEXT.or_absent},
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
LETTER_ROW = {
    "id": id_of("ltr"),
    "matter_id": id_of("mat"),
    "template_id": id_of("ltpl").null_until("it is made from a template"),
    "title": TEXT,
    "language": one_of("en", "es"),
    "status": LETTER_STATUS,
    "signers": list_of(object_of({
        "id": id_of("sgn"),
        "name": TEXT,
        "email": EMAIL,
        "language": one_of("en", "es"),
        "is_client": BOOLEAN,
        "status": one_of("waiting", "invited", "consented", "read", "signed", "declined"),
        "mail_error": TEXT.null_until("a mail fails"),
        "invited_at": TIMESTAMP.null_until("it is sent"),
        "signed_at": TIMESTAMP.null_until("they sign"),
        "declined_reason": TEXT.null_until("they decline"),
    })),
    "sent_at": TIMESTAMP.null_until("it is sent"),
    "expires_at": TIMESTAMP.null_until("it is sent"),
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
LETTER = LETTER_ROW | {
    "text": TEXT,
    "values": OBJECT,
    "expires_in_days": INTEGER,
    "document": OBJECT.null_until("it is sent"),
    "sealed": OBJECT.null_until("it is sealed"),
    "void_reason": TEXT.null_until("it is voided"),
}
REASON_GIVEN = {"id": id_of("rsn"), "text": {"en": TEXT, "es": TEXT}}
REASON = REASON_GIVEN | {"position": INTEGER}
SCHEDULE = {
    "id": id_of("ret"),
    "kind": one_of("matters", "leads", "clients"),
    "name": TEXT,
    "practice_area": PRACTICE_AREA.null_until("it is for one"),
    "years": INTEGER.null_until("it has an end"),
    "minor_years": INTEGER.null_until("it has an end for minors"),
    "months": INTEGER.null_until("it is for leads"),
    "quarantine_months": INTEGER.null_until("it is for leads"),
    "age_of_majority": INTEGER,
    "excepted": list_of(TEXT),
    "notice": BOOLEAN,
    "automatic": BOOLEAN,
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
HOLD_ROW = {
    "id": id_of("hold"),
    "status": one_of("in_force", "lifted"),
    "client_id": exactly(None),
    "matter_id": exactly(None),
    "search": {"practice_area": PRACTICE_AREA, "client_name": TEXT, "title": TEXT},
    "reason": TEXT,
    "until": DATE.null_until("the firm sets a day"),
    "created_by": {"type": one_of("person", "api_key", "application"), "id": TEXT, "name": TEXT},
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
    "lifted_at": TIMESTAMP.null_until("it is lifted"),
    "lifted_by": object_of({"type": TEXT, "id": TEXT, "name": TEXT}).null_until("it is lifted"),
}
HOLD = HOLD_ROW | {"matters_count": INTEGER}
ERASURE = {
    "id": id_of("ers"),
    "kind": one_of("client", "matter", "document", "lead"),
    "record_id": TEXT,
    "reason": TEXT.null_until("it is withdrawn: when it is done"),
    "status": one_of("proposed", "running", "failed", "done"),
    "goes": [{"kind": TEXT, "count": INTEGER}],
    "stays": [{"kind": TEXT, "count": INTEGER.null_until("it is a number of days or of records"), "why": TEXT}],
    "elsewhere": exactly([]),
    "asked_by": TEXT,
    "confirmed_by": TEXT.null_until("it is confirmed"),
    "confirmed_at": TIMESTAMP.null_until("it is confirmed"),
    "finished_at": TIMESTAMP.null_until("it is done"),
    "created_at": TIMESTAMP,
}
CERTIFICATE = {
    "version": INTEGER, "erasure_id": id_of("ers"), "firm": {"id": id_of("firm"), "name": TEXT},
    "kind": exactly("matter"), "record_id": id_of("mat"), "asked_by": TEXT, "asked_at": TIMESTAMP,
    "confirmed_by": TEXT, "confirmed_at": TIMESTAMP, "finished_at": TIMESTAMP, "rows": map_of(INTEGER),
    "records": INTEGER, "records_sha256": TEXT, "files": INTEGER, "bytes": INTEGER, "files_sha256": TEXT,
    "elsewhere": OBJECT, "backups_kept_days": INTEGER.null_until("backups are configured"),
}
PRIVACY_REQUEST = {
    "id": id_of("prv"),
    "client_id": id_of("cli"),
    "kind": one_of("access", "correction", "deletion", "portability"),
    "source": one_of("portal", "email", "phone", "letter", "in_person"),
    "status": one_of("received", "verifying", "in_progress", "answered", "refused"),
    "note": TEXT.null_until("something was said"),
    "verification": TEXT.null_until("the identity is checked"),
    "verified_at": TIMESTAMP.null_until("the identity is checked"),
    "verified_by": TEXT.null_until("somebody of the firm has checked the identity"),
    "received_on": DATE,
    "due_on": DATE,
    "extended_at": TIMESTAMP.null_until("it is extended"),
    "extension_reason": TEXT.null_until("it is extended"),
    "reason": TEXT.null_until("it is refused"),
    "answer": TEXT.null_until("it is answered with a text"),
    "mailed": BOOLEAN,
    "export_id": id_of("exp").null_until("the export was begun"),
    "erasure_id": id_of("ers").null_until("the erasure was asked for"),
    "closed_at": TIMESTAMP.null_until("it is answered or refused"),
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
VIEW = {"id": id_of("view"), "name": TEXT, "page": TEXT, "shared": BOOLEAN}
PREVIEW = {
    "status": exactly("pending"),  # until the worker has rendered the first page
    "problem": exactly(None),
    "page_count": INTEGER.null_until("the worker has read the file"),
    "rotation": INTEGER,
    "pages": exactly([]),
}

SIGNED_URL = {
    "upload_id": id_of("upl"),
    "upload_url": URL,
    "upload_url_expires_at": TIMESTAMP,
    "fields": map_of(TEXT),
}
UPLOAD_CONFIRMED = {
    "id": id_of("upl"),
    "document_id": id_of("doc"),
    "filename": TEXT,
    "content_type": MIME_TYPE,
    "file_size_bytes": INTEGER,
    "status": exactly("pending"),
    "uploaded_at": TIMESTAMP,
}
UPLOAD_REVIEWED = {
    "id": id_of("upl"),
    "document_id": id_of("doc"),
    "status": one_of("approved", "rejected"),
    "reviewer_notes": TEXT.or_null,
    "reason": object_of({"id": id_of("rsn"), "text": {"en": TEXT, "es": TEXT}}).or_absent,
    "reviewed_at": TIMESTAMP,
}

TEMPLATE_ROW = {
    "id": id_of("tmpl"),
    "name": TEXT,
    "case_type": TEXT.or_null,
    "practice_area": PRACTICE_AREA.or_null,
    "state": TEXT.null_until("a template is for one state"),
    "description": TEXT.or_null,
    "built_in": BOOLEAN,
    "questions_count": INTEGER,
    "documents_count": INTEGER,
    "version": INTEGER,
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
TEMPLATE = TEMPLATE_ROW | {
    "built_in": exactly(False),
    "state": TEXT.or_null,
    "leave_button": BOOLEAN,
    "reminder_rules": object_of({"first_after_days": INTEGER, "every_days": INTEGER, "at_most": INTEGER,
                                 "before_deadline_days": INTEGER,
                                 "stop": one_of("nothing_open", "form_sent", "begun")}).or_null,
    "form": [{
        "id": TEXT, "type": TEXT, "label": TEXT, "help": TEXT.null_until("it needs any"),
        "section": TEXT.null_until("the form has sections"), "required": BOOLEAN, "options": list_of(TEXT),
        "when": TEXT.null_until("it asks for a date of a certain kind"),
        "entry_label": TEXT.or_not_there, "min_entries": INTEGER.or_not_there, "max_entries": INTEGER.or_not_there,
        "fields": list_of(OBJECT).or_not_there,
        "shown_if": OBJECT.null_until("it depends on another question"), "translations": OBJECT}],
    "documents": [{
        "name": TEXT, "description": TEXT.or_null, "instructions": TEXT.or_null, "category": TEXT.or_null,
        "required": BOOLEAN, "accepted_types": list_of(MIME_TYPE), "max_file_size_mb": INTEGER,
        "translations": OBJECT}],
    "translations": OBJECT,
}
TEMPLATE_VERSION = {
    "id": id_of("tver"), "number": INTEGER,
    "actor_type": one_of("person", "api_key", "application", "client", "operator", "system"),
    "actor_id": TEXT.or_null, "created_at": TIMESTAMP,
}
CHECKLIST = {
    "matter_id": id_of("mat"),
    "template_id": id_of("tmpl"),
    "intake_template_id": id_of("tmpl"),
    "added": [DOCUMENT_CREATED],
    "documents": [DOCUMENT_CREATED],
}

DEADLINE = {
    "id": id_of("dl"),
    "title": TEXT,
    "due_date": DATE,
    "type": one_of("filing", "hearing", "statute", "other"),
    "notes": TEXT.or_null,
    "completed": BOOLEAN,
    "created_at": TIMESTAMP,
}
NOTE = {
    "id": id_of("note"),
    "kind": one_of("note", "call", "meeting"),
    "text": TEXT,
    "happened_at": TIMESTAMP.null_until("it is a call or meeting"),
    "author": {"type": one_of("person", "api_key", "application", "client", "operator", "system"),
               "id": TEXT.or_null, "name": TEXT.or_null},
    "created_at": TIMESTAMP,
    "edited_at": TIMESTAMP.null_until("it is changed"),
}
COMMUNICATION = {
    "id": id_of("comm"),
    "channel": one_of("sms", "email"),
    "direction": one_of("outbound", "inbound"),
    "to": TEXT,
    "sender": TEXT.null_until("a message comes in"),
    "from_other_address": BOOLEAN,
    "subject": TEXT.null_until("a mail has one"),
    "message": TEXT,
    "status": one_of("queued", "sent", "delivered", "failed"),
    "error": TEXT.null_until("the message fails"),
    "send_at": TIMESTAMP.null_until("a message is written in advance"),
    "sent_at": TIMESTAMP.null_until("the message is sent"),
}

NOTIFICATION = {
    "id": id_of("ntf"),
    "type": one_of("document_uploaded", "intake_completed", "deadline_approaching", "intake_link_expired",
                   "message_received", "message_refused", "message_failed", "document_noted", "code_not_sent",
                   "file_quarantined", "webhook_disabled", "storage_limit_reached", "api_key_unused", "payment_failed",
                   "usage_near_limit", "lead_received", "hold_to_lift", "records_due", "privacy_request_received",
                   "privacy_request_due", "export_ready", "export_failed", "letter_signed", "letter_declined",
                   "letter_completed"),
    "message": TEXT.null_until("the caller may read what it names"),
    "data": map_of(TEXT),
    "read": BOOLEAN,
    "read_at": TIMESTAMP.null_until("it is read"),
    "created_at": TIMESTAMP,
}

WEBHOOK = {
    "id": id_of("wh"),
    "url": URL,
    "events": list_of(TEXT),
    "description": TEXT.or_null,
    "active": BOOLEAN,
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
WEBHOOK_ROW = WEBHOOK | {
    "last_triggered_at": TIMESTAMP.null_until("an event is delivered"),
    # additional fields
    "failing_since": TIMESTAMP.null_until("the endpoint fails"),
    "disabled_reason": one_of("gone", "failing").null_until("the endpoint is turned off"),
}
OUTCOMES = dict.fromkeys(("delivered", "retrying", "pending", "failed", "cancelled"), INTEGER)
DELIVERY_STATISTICS = {
    "webhook_id": id_of("wh"),
    "since": TIMESTAMP,
    "until": TIMESTAMP,
    "totals": OUTCOMES,
    "hours": [OUTCOMES | {"hour": TIMESTAMP}],
}
WEBHOOK_TESTED = {
    "webhook_id": id_of("wh"),
    "event": exactly("webhook.test"),
    "delivered": BOOLEAN,
    "response_status": INTEGER,
    "response_time_ms": INTEGER,
    "sent_at": TIMESTAMP,
}

FOUND = {
    "matters": [{"id": id_of("mat"), "title": TEXT, "status": MATTER_STATUS, "practice_area": PRACTICE_AREA,
                 "client_name": TEXT.or_null, "created_at": TIMESTAMP}],
    "clients": [{"id": id_of("cli"), "name": TEXT, "email": EMAIL.or_null, "phone": PHONE.or_null,
                 "matters_count": INTEGER}],
    "documents": [{"id": id_of("doc"), "name": TEXT, "status": DOCUMENT_STATUS, "matter_id": id_of("mat"),
                   "matter_title": TEXT, "uploaded_at": TIMESTAMP.or_null}],
}

FIRM_SETTINGS = {
    "intake_branding": BOOLEAN,
    "custom_domain": TEXT.or_null,
    "default_intake_template": TEXT.or_null,
    "email_notifications": BOOLEAN,
    "sms_notifications": BOOLEAN,
    # additional fields
    "brand_color": TEXT.or_null,
    "require_second_factor": BOOLEAN,
    "reminder_days": list_of(INTEGER),
    "review_days": INTEGER.or_null,
    "office_hours": TEXT.or_null,
    "language": one_of("en", "es"),
    "sms_alphabet": one_of("gsm", "unicode"),
    "portal_code": one_of("never", "new_device", "always"),
    "sender_name": TEXT.or_null,
    "mail_signature": TEXT.or_null,
    "quiet_hours": object_of({"from": TEXT, "to": TEXT}).or_null,
    "retention_text": object_of({"en": TEXT, "es": TEXT}).or_null,
    "lead_forms": object_of({"enabled": BOOLEAN, "practice_areas": list_of(TEXT), "allowed_origins": list_of(TEXT),
                             "notify": list_of(TEXT)}),
    "session_idle_hours": INTEGER,
    "session_days": INTEGER,
    "two_people_erase_clients": BOOLEAN,
    "two_people_erase_clients_until": TIMESTAMP.null_until("the rule is switched off"),
    "require_conflict_check": BOOLEAN,
    "conflict_thresholds": {"person": INTEGER, "company": INTEGER},
}
FIRM = {
    "id": id_of("firm"),
    "name": TEXT,
    "slug": TEXT,
    "email": EMAIL,
    "phone": PHONE.or_null,
    "website": URL.or_null,
    "address": object_of({"line1": TEXT, "suite": TEXT, "city": TEXT, "state": TEXT, "zip": TEXT}).or_null,
    "plan": one_of("standard", "pro", "enterprise"),
    "timezone": TEXT,
    "logo_url": URL.null_until("a logo is uploaded"),
    "settings": FIRM_SETTINGS,
    "created_at": TIMESTAMP,
}
USER = {
    "id": id_of("usr"),
    "email": EMAIL,
    "first_name": TEXT.or_null,
    "last_name": TEXT.or_null,
    "role": one_of("admin", "attorney", "staff", "paralegal"),
    "status": one_of("active", "pending", "suspended"),
    "last_sign_in": TIMESTAMP.null_until("the user signs in"),
    "created_at": TIMESTAMP,
}
USER_ROW = USER | {
    "id": id_of("usr", "inv"),  # pending invitations are listed among the users
    "last_seen": TIMESTAMP.null_until("the user signs in"),
    "second_factor": BOOLEAN,
    # only for invitations
    "invite_sent_at": TIMESTAMP.or_not_there,
    "expires_at": TIMESTAMP.or_not_there,
}
SESSION = {
    "id": id_of("ses"),
    "device": TEXT,
    "address": TEXT,
    "created_at": TIMESTAMP,
    "seen_at": TIMESTAMP,
    "expires_at": TIMESTAMP,
}
INVITATION = {
    "id": id_of("inv"),
    "email": EMAIL,
    "first_name": TEXT.or_null,
    "last_name": TEXT.or_null,
    "role": one_of("admin", "attorney", "staff", "paralegal"),
    "status": exactly("pending"),
    "invite_sent_at": TIMESTAMP,
    "expires_at": TIMESTAMP,
}
USAGE = {
    "plan": one_of("standard", "pro", "enterprise"),
    "billing_period": {"start": TIMESTAMP, "end": TIMESTAMP},
    "usage": {
        "matters": {"total": INTEGER, "active": INTEGER, "archived": INTEGER},
        "clients": {"total": INTEGER},
        "users": {"total": INTEGER},
        "documents": {"uploaded_this_period": INTEGER, "storage_used_gb": NUMBER},
        "api_requests": {"this_period": INTEGER, "limit": INTEGER},
        "intake_links_sent": {"this_period": INTEGER},
    },
    "limits": {"matters": INTEGER.null_until("a plan limits them"), "storage_gb": NUMBER,
               "api_requests_per_period": INTEGER, "users": INTEGER},
}
BILLING_PLAN = one_of("standard", "pro", "enterprise")
SUBSCRIPTION = {
    "plan": BILLING_PLAN,
    "interval": one_of("monthly", "yearly").null_until("the firm subscribes"),
    "status": one_of("trialing", "active", "past_due", "cancelled", "none"),
    "current_period": USAGE["billing_period"],
    "trial_ends_at": TIMESTAMP.null_until("there is a trial"),
    "cancel_at": TIMESTAMP.null_until("the subscription is cancelled"),
    "next": object_of({
        "plan": BILLING_PLAN, "interval": one_of("monthly", "yearly"), "starts_at": TIMESTAMP,
        "exceeds": list_of(object_of({
            "limit": one_of("users", "storage_gb", "api_requests_per_period", "matters"), "used": NUMBER,
            "allowed": NUMBER}))}).null_until("a lesser plan is chosen"),
    "read_only_from": TIMESTAMP.null_until("a payment fails"),
    "closed_from": TIMESTAMP.null_until("the subscription ends"),
    "limits": USAGE["limits"],
    "usage": USAGE["usage"],
}
INSIGHTS = {
    "period": {"first_day": DATE, "last_day": DATE},
    "funnel": list_of(object_of({
        "step": one_of("sent", "opened", "form_done", "documents_in", "complete"), "links": INTEGER,
        "median_days": NUMBER.null_until("a link came so far")})),
    "open_requests": list_of(object_of({
        "from_days": INTEGER, "to_days": between(7, 60).null_until("the oldest group"),
        "required": INTEGER, "optional": INTEGER})),
    "reviews": list_of(object_of({
        "day": DATE, "reviewer": object_of({"type": TEXT, "id": TEXT.or_null, "name": TEXT.or_null}),
        "approved": INTEGER, "rejected": INTEGER})),
    "messages": list_of(object_of({
        "channel": one_of("email", "sms"), "status": one_of("queued", "sent", "delivered", "failed"),
        "messages": INTEGER})),
}
AUDIT_ROW = {
    "id": id_of("aud"),
    "at": TIMESTAMP,
    "action": TEXT,
    "actor": {"type": one_of("person", "api_key", "application", "client", "operator", "system"),
              "id": TEXT.null_until("the actor is known"), "name": TEXT.null_until("the actor has a name")},
    "record": {"type": TEXT, "id": TEXT},
    "address": TEXT.null_until("it comes from the network"),
    "request_id": TEXT.null_until("it comes from the network"),
    "details": OBJECT,
}
ACTIVITY_ROW = {name: shape for name, shape in AUDIT_ROW.items() if name not in ("request_id", "details")} | {
    "summary": {"en": TEXT, "es": TEXT}}

API_KEY = {
    "id": id_of("key"),
    "name": TEXT,
    "public_part": TEXT,
    "scopes": list_of(TEXT),
    "expires_at": TIMESTAMP.null_until("the key is given an end"),
    "last_used_at": TIMESTAMP.null_until("the key is used"),
    "revoked_at": TIMESTAMP.null_until("the key is revoked"),
    "created_at": TIMESTAMP,
}
OAUTH_CLIENT = {
    "id": id_of("oac"),
    "name": TEXT,
    "redirect_uris": list_of(TEXT),
    "scopes": list_of(TEXT),
    "public": BOOLEAN,
    "pkce": one_of("required", "optional"),
    "created_by": id_of("usr").null_until("a person registers it"),
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
}
OAUTH_CONSENT = {
    "id": id_of("con"),
    "oauth_client_id": id_of("oac"),
    "application": TEXT,
    "user_id": id_of("usr"),
    "scopes": list_of(TEXT),
    "last_used_at": TIMESTAMP.null_until("a token is used"),
    "created_at": TIMESTAMP,
}
TOKENS = {
    "access_token": TEXT,
    "token_type": exactly("Bearer"),
    "expires_in": exactly(3600),
    "refresh_token": TEXT,
    "scope": TEXT,
}
INTAKE_LINK = {
    "id": id_of("link"),
    "url": URL,
    "expires_at": TIMESTAMP,
    "sent": list_of(one_of("email", "sms")),
    "sent_at": TIMESTAMP,
    "opened_at": TIMESTAMP.null_until("the client opens it"),
    "completed_at": TIMESTAMP.null_until("the intake is complete"),
    "created_at": TIMESTAMP,
}
INTAKE_FORM = {
    "matter_id": id_of("mat"),
    "client_id": id_of("cli").or_null,
    "questions": list_of(OBJECT),
    "answers": OBJECT,
    "changes": list_of(OBJECT),
    "saved_at": TIMESTAMP.null_until("the client has entered something"),
    "submitted_at": TIMESTAMP.null_until("the client has handed the form in"),
}
CHANNELS = {"email": BOOLEAN, "sms": BOOLEAN}
PREFERENCES = {
    "document_uploaded": CHANNELS,
    "intake_completed": CHANNELS,
    "deadline_approaching": CHANNELS,
    "intake_link_expired": CHANNELS,
}
ONBOARDING = {
    "completed": BOOLEAN,
    "current_step": between(1, 6),
    "steps": {"welcome": BOOLEAN, "practice_areas": BOOLEAN, "doc_templates": BOOLEAN, "notifications": BOOLEAN,
              "invite_team": BOOLEAN, "ready": BOOLEAN},
    "practice_areas": list_of(TEXT),
    "completed_at": TIMESTAMP.null_until("onboarding is complete"),
}
EVENT = {"id": id_of("evt"), "type": TEXT, "created_at": TIMESTAMP, "firm_id": id_of("firm"), "data": OBJECT}

RETENTION = {"retention": {"schedule": exactly(None), "destroy_after": exactly(None), "on_hold": BOOLEAN}}
MATTER_SHOWN = MATTER | RETENTION

ANSWERS = {
    "POST /matters": MATTER_CREATED,
    "GET /matters": [MATTER_ROW],
    "GET /matters/:id": MATTER_SHOWN,
    "PATCH /matters/:id": MATTER_SHOWN,
    "POST /matters/:id/archive": MATTER_ARCHIVED,
    "GET /matters/:id/communications": [COMMUNICATION],
    "POST /matters/:id/communications": COMMUNICATION | {"direction": exactly("outbound")},
    "POST /matters/:id/communications/:id/retry": COMMUNICATION | {"direction": exactly("outbound")},
    "DELETE /matters/:id/communications/:id": DELETED | {"id": id_of("comm")},
    "POST /matters/:id/intake-link": INTAKE_LINK,
    "GET /matters/:id/intake-link": INTAKE_LINK,
    "PATCH /matters/:id/intake-link": INTAKE_LINK,
    "DELETE /matters/:id/intake-link": DELETED | {"id": id_of("link")},
    "GET /matters/:id/intake-form": INTAKE_FORM,
    "POST /matters/:id/intake-form/corrections": INTAKE_FORM,
    "GET /notifications": [NOTIFICATION],
    "GET /notifications/recent": [NOTIFICATION],
    "POST /notifications/:id/read": NOTIFICATION | {"read": exactly(True), "read_at": TIMESTAMP},
    "POST /notifications/read-all": {"marked": INTEGER},
    "GET /matters/:id/parties": [PARTY],
    "POST /matters/:id/parties": PARTY,
    "PATCH /matters/:id/parties/:id": PARTY,
    "DELETE /matters/:id/parties/:id": DELETED | {"id": id_of("pty")},
    "POST /conflict-checks": CONFLICT_CHECK,
    "GET /conflict-checks": [CONFLICT_CHECK_ROW],
    "GET /conflict-checks/:id": CONFLICT_CHECK,
    "POST /conflict-checks/:id/decide": CONFLICT_CHECK,
    "GET /leads": [LEAD],
    "POST /leads": LEAD,
    "GET /leads/:id": LEAD | RETENTION,
    "PATCH /leads/:id": LEAD,
    "POST /leads/:id/convert": {
        "client": CLIENT_CREATED | {"matters_count": INTEGER}, "matter": MATTER | {
            "intake_link": TEXT, "client_label": TEXT.null_until("it is given")},
        "link": INTAKE_LINK, "letter": object_of(LETTER_ROW).null_until("one is made")},
    "POST /leads/:id/facts-link": {"url": URL, "last_day": DATE, "sent": BOOLEAN},
    "GET /matters/:id/notes": [NOTE],
    "POST /matters/:id/notes": NOTE | {"edited_at": exactly(None)},
    "PATCH /matters/:id/notes/:id": NOTE,
    "DELETE /matters/:id/notes/:id": DELETED | {"id": id_of("note")},
    "GET /matters/:id/deadlines": [DEADLINE],
    "POST /matters/:id/deadlines": DEADLINE,
    "PATCH /matters/:id/deadlines/:id": DEADLINE,
    "DELETE /matters/:id/deadlines/:id": DELETED | {"id": id_of("dl")},
    "GET /matter-templates": [TEMPLATE_ROW],
    "POST /matter-templates": TEMPLATE,
    "GET /matter-templates/:id": TEMPLATE,
    "PATCH /matter-templates/:id": TEMPLATE,
    "GET /matter-templates/:id/versions": [TEMPLATE_VERSION | {
        "questions_count": INTEGER, "documents_count": INTEGER}],
    "GET /matter-templates/:id/versions/:id": TEMPLATE_VERSION | {"content": {
        name: TEMPLATE[name] for name in ("name", "case_type", "practice_area", "state", "description", "leave_button",
                                          "reminder_rules", "form", "documents", "translations")}},
    "POST /matter-templates/:id/versions/:id/restore": TEMPLATE,
    "DELETE /matter-templates/:id": DELETED | {"id": id_of("tmpl")},
    "POST /matters/:id/checklist": CHECKLIST,
    "POST /clients": CLIENT_CREATED,
    "GET /clients": [CLIENT_ROW],
    "GET /clients/:id": CLIENT,
    "PATCH /clients/:id": CLIENT,
    "POST /clients/:id/merge": {"id": id_of("mrg"), "client_id": id_of("cli"), "merged_client_id": id_of("cli"),
                                "undo_until": TIMESTAMP, "created_at": TIMESTAMP},
    "POST /clients/:id/merge/undo": CLIENT_CREATED,
    "GET /matters/:id/documents": [DOCUMENT],
    "POST /matters/:id/documents/request": DOCUMENT_CREATED,
    "GET /documents/:id": DOCUMENT,
    "PATCH /documents/:id": DOCUMENT,
    "DELETE /documents/:id": DELETED | {"id": id_of("doc")},
    "POST /uploads/signed-url": SIGNED_URL,
    "POST /uploads/:id/confirm": UPLOAD_CONFIRMED,
    "PATCH /uploads/:id/status": UPLOAD_REVIEWED,
    "GET /retention-schedules": [SCHEDULE],
    "POST /retention-schedules": SCHEDULE,
    "POST /retention-schedules/usual": [SCHEDULE],
    "GET /retention-schedules/due": [{
        "id": id_of("mat"), "kind": exactly("matters"), "title": TEXT.null_until("the caller may read matters"),
        "client_id": id_of("cli").null_until("it has a client"), "schedule": id_of("ret"),
        "closed_on": DATE, "destroy_after": DATE, "on_hold": BOOLEAN, "kept_documents": INTEGER,
        "notified_at": exactly(None), "planned_at": exactly(None), "erasure_id": exactly(None),
        "erasure_status": exactly(None)}],
    "POST /retention-schedules/due": [
        {"id": TEXT, "ok": exactly(False), "error": {"code": TEXT, "message": TEXT}}],
    "GET /retention-schedules/:id": SCHEDULE,
    "PATCH /retention-schedules/:id": SCHEDULE,
    "DELETE /retention-schedules/:id": DELETED | {"id": id_of("ret")},
    "GET /legal-holds": [HOLD_ROW],
    "POST /legal-holds": HOLD,
    "GET /legal-holds/:id": HOLD,
    "PATCH /legal-holds/:id": HOLD,
    "POST /legal-holds/:id/lift": HOLD,
    "GET /review-reasons": [REASON],
    "GET /letter-templates": [LETTER_TEMPLATE],
    "POST /letter-templates": LETTER_TEMPLATE,
    "GET /letter-templates/:id": LETTER_TEMPLATE,
    "PATCH /letter-templates/:id": LETTER_TEMPLATE,
    "DELETE /letter-templates/:id": DELETED | {"id": id_of("ltpl")},
    "GET /matters/:id/letters": [LETTER_ROW],
    "POST /matters/:id/letters": LETTER,
    "GET /matters/:id/letters/:id": LETTER,
    "PATCH /matters/:id/letters/:id": LETTER,
    "POST /matters/:id/letters/:id/send": LETTER,
    "POST /matters/:id/letters/:id/void": LETTER,
    "GET /matters/:id/letters/:id/verify": {
        "ok": BOOLEAN, "status": LETTER_STATUS, "document": {"sha256": TEXT, "ok": BOOLEAN},
        "seal": OBJECT.null_until("it is sealed"),
        "events": {"count": INTEGER, "ok": BOOLEAN, "first_bad": INTEGER.null_until("one was changed")}},
    "GET /matters/:id/letters/:id/file": {"url": URL, "expires_at": TIMESTAMP, "sha256": TEXT, "sealed": BOOLEAN},
    "GET /court-forms": [COURT_FORM_ROW],
    "POST /court-forms": {
        "id": id_of("form"),
        "upload": {"upload_url": URL, "upload_url_expires_at": TIMESTAMP, "fields": map_of(TEXT)},
    },
    "GET /court-forms/:id": COURT_FORM,
    "POST /court-forms/:id/confirm": {"id": id_of("form"), "status": exactly("pending")},
    "PUT /court-forms/:id/mapping": MAPPING,
    "DELETE /court-forms/:id": DELETED | {"id": id_of("form")},
    "POST /matters/:id/court-forms/:id/fill": {"id": id_of("fill"), "status": exactly("pending")},
    "GET /matters/:id/court-forms/fills": [COURT_FORM_FILL],
    "GET /matters/:id/court-forms/fills/:id": COURT_FORM_FILL,
    "DELETE /matters/:id/court-forms/fills/:id": DELETED | {"id": id_of("fill")},
    "POST /matters/:id/court-forms/fills/:id/ask": {"url": URL, "questions": list_of(TEXT)},
    "POST /review-reasons": REASON,
    "GET /review-reasons/:id": REASON,
    "PATCH /review-reasons/:id": REASON,
    "DELETE /review-reasons/:id": DELETED | {"id": id_of("rsn")},
    "GET /insights": INSIGHTS,
    "GET /reports": [{"type": REPORT_TYPE, "formats": list_of(REPORT_FORMAT), "columns": list_of(TEXT),
                      "filters": list_of(object_of({"name": TEXT, "values": list_of(TEXT)}))}],
    **{f"POST /reports/{type}": REPORT_MADE for type in REPORT_TYPES},
    "GET /reports/:id": REPORT_MADE | {
        "filters": OBJECT, "from": DATE.or_null, "to": DATE.or_null, "rows": INTEGER.null_until("it is ready"),
        "size_bytes": INTEGER.null_until("it is ready"), "ready_at": TIMESTAMP.null_until("it is ready"),
        "expires_at": TIMESTAMP.null_until("it is ready"),
        "download": object_of({"url": URL, "expires_at": TIMESTAMP}).or_absent},
    "DELETE /reports/:id": DELETED | {"id": id_of("rpt")},
    "GET /firms/closing": CLOSING,
    "POST /firms/closing": CLOSING,
    "DELETE /firms/closing": CLOSING,
    "GET /exports": [EXPORT],
    "POST /exports": EXPORT,
    "GET /exports/:id": EXPORT | {"download": object_of({"url": URL, "expires_at": TIMESTAMP}).or_absent},
    "DELETE /exports/:id": DELETED | {"id": id_of("exp")},
    "GET /reports/schedules": [REPORT_SCHEDULE],
    "POST /reports/schedules": REPORT_SCHEDULE,
    "DELETE /reports/schedules/:id": DELETED | {"id": id_of("rsch")},
    "GET /privacy-requests": [PRIVACY_REQUEST],
    "POST /privacy-requests": PRIVACY_REQUEST,
    "GET /privacy-requests/:id": PRIVACY_REQUEST,
    "POST /privacy-requests/:id/verify": PRIVACY_REQUEST,
    "POST /privacy-requests/:id/carry-out": PRIVACY_REQUEST,
    "POST /privacy-requests/:id/extend": PRIVACY_REQUEST,
    "POST /privacy-requests/:id/answer": PRIVACY_REQUEST,
    "POST /privacy-requests/:id/refuse": PRIVACY_REQUEST,
    "GET /erasures": [ERASURE],
    "POST /erasures": ERASURE,
    "GET /erasures/:id": ERASURE,
    "DELETE /erasures/:id": DELETED | {"id": id_of("ers")},
    "POST /erasures/:id/confirm": ERASURE,
    "GET /erasures/:id/certificate": CERTIFICATE,
    "GET /views": [VIEW],
    "POST /views": VIEW,
    "GET /views/:id": VIEW,
    "PATCH /views/:id": VIEW,
    "DELETE /views/:id": DELETED | {"id": id_of("view")},
    "POST /documents/:id/ask-again": DOCUMENT | {"upload": exactly(None), "status": exactly("pending")},
    "POST /documents/:id/waive": DOCUMENT | {"upload": exactly(None), "status": exactly("approved"),
                                             "waived": exactly(True), "waived_reason": TEXT},
    "POST /matters/bulk": [{"id": id_of("mat"), "ok": exactly(False), "error": {"code": TEXT, "message": TEXT}}],
    "GET /uploads": [UPLOAD_ROW],
    "GET /documents": [DOCUMENT | WITH_MATTER],
    "GET /deadlines": [DEADLINE | WITH_MATTER],
    "GET /communications": [COMMUNICATION | WITH_MATTER],
    "POST /communications/:id/read": {"marked": INTEGER},
    "GET /uploads/:id/preview": PREVIEW,
    "PATCH /uploads/:id/preview": PREVIEW,
    "POST /uploads/:id/reopen": UPLOAD_CONFIRMED | {
        "reviewer_notes": exactly(None), "reason": exactly(None), "reviewed_at": exactly(None),
        "scan_status": SCAN_STATUS, "type_mismatch": BOOLEAN,
        "sha256": TEXT.null_until("the worker has read the file"),
        "detected_type": TEXT.null_until("the worker has read the file"),
        "page_count": INTEGER.null_until("the worker has read the file")},
    "GET /uploads/:id/download": {"url": URL, "expires_at": TIMESTAMP, "scan_status": SCAN_STATUS},
    "GET /search": FOUND,
    "GET /firms": FIRM,
    "POST /firms/logo": {"upload_url": URL, "upload_url_expires_at": TIMESTAMP, "fields": map_of(TEXT)},
    "POST /firms/logo/confirm": {"id": id_of("firm"), "logo_url": URL, "updated_at": TIMESTAMP},
    "DELETE /firms/logo": {"id": id_of("firm"), "logo_url": exactly(None), "updated_at": TIMESTAMP},
    "GET /firms/usage": USAGE,
    "POST /billing/checkout": {"url": URL},
    "POST /billing/portal": {"url": URL},
    "GET /billing/subscription": SUBSCRIPTION,
    "PATCH /billing/subscription": {
        name: shape for name, shape in SUBSCRIPTION.items() if name not in ("limits", "usage")},
    "GET /firms/users": [USER_ROW],
    "POST /firms/users": INVITATION,
    "PATCH /firms/users/:id": USER | {"api_keys": list_of(object_of({"id": id_of("key"), "name": TEXT}))},
    "GET /firms/sessions": [SESSION | {"user_id": id_of("usr"), "email": EMAIL}],
    "DELETE /firms/sessions/:id": DELETED | {"id": id_of("ses")},
    "GET /firms/users/:id/sessions": [SESSION],
    "DELETE /firms/users/:id/sessions": {"id": id_of("usr"), "sessions_ended": INTEGER},
    "POST /firms/users/:id/hand-over": {"id": id_of("usr"), "to": id_of("usr"), "matters": INTEGER, "leads": INTEGER,
                                        "status": one_of("active", "suspended")},
    "DELETE /firms/invitations/:id": DELETED | {"id": id_of("inv")},
    "POST /firms/invitations/:id/resend": INVITATION,
    "GET /audit-log": [AUDIT_ROW],
    "GET /matters/:id/activity": [ACTIVITY_ROW],
    "GET /firms/api-keys": [API_KEY],
    "POST /firms/api-keys": API_KEY | {"api_key": TEXT},
    "DELETE /firms/api-keys/:id": DELETED | {"id": id_of("key")},
    "POST /firms/api-keys/:id/regenerate": API_KEY | {"api_key": TEXT},
    "GET /oauth-clients": [OAUTH_CLIENT],
    "POST /oauth-clients": OAUTH_CLIENT | {"client_secret": TEXT},
    "GET /oauth-clients/:id": OAUTH_CLIENT,
    "PATCH /oauth-clients/:id": OAUTH_CLIENT,
    "DELETE /oauth-clients/:id": DELETED | {"id": id_of("oac")},
    "POST /oauth-clients/:id/rotate-secret": {
        "id": id_of("oac"), "client_secret": TEXT, "previous_secret_expires_at": TIMESTAMP},
    "GET /oauth-consents": [OAUTH_CONSENT],
    "DELETE /oauth-consents/:id": DELETED | {"id": id_of("con")},
    "POST /oauth/token": TOKENS,
    "GET /firms/notification-preferences": PREFERENCES,
    "PATCH /firms/notification-preferences": PREFERENCES,
    "GET /firms/onboarding": ONBOARDING,
    "POST /firms/onboarding": ONBOARDING,
    "POST /webhooks": WEBHOOK | {"signing_secret": TEXT},
    "GET /webhooks": [WEBHOOK_ROW],
    "GET /webhooks/:id": WEBHOOK_ROW,
    "PATCH /webhooks/:id": WEBHOOK,
    "DELETE /webhooks/:id": DELETED | {"id": id_of("wh")},
    "POST /webhooks/:id/test": WEBHOOK_TESTED,
    "GET /webhooks/:id/statistics": DELIVERY_STATISTICS,
    "GET /events": [EVENT],
} | INTEGRATION_ANSWERS

WITHOUT_ENVELOPE = ("POST /oauth/token", *INTEGRATION_ANSWERS)
"""Calls whose answers have no `data` envelope."""

SHOWING_MORE = (
    "POST /conflict-checks", "GET /conflict-checks/:id", "POST /conflict-checks/:id/decide", "POST /leads/:id/convert",
    "GET /events", "POST /matters/:id/intake-link", "GET /matters/:id/intake-link", "PATCH /matters/:id/intake-link",
    "POST /matters/:id/court-forms/fills/:id/ask")
"""Calls that succeed with their scope alone, and show more to a key that has others, too."""

BESIDE_DATA = {
    "GET /search": {"query": TEXT, "total_results": INTEGER},
} | {call: {"pagination": PAGINATION} for call, shape in ANSWERS.items()
     if isinstance(shape, list) and call.startswith("GET")} | {
    f"GET /notifications{more}": {"pagination": PAGINATION, "unread_count": INTEGER} for more in ("", "/recent")} | {
    call: {"pagination": {
        "per_page": INTEGER, "has_more": BOOLEAN, "next_cursor": TEXT.null_until("there is a further page")}}
    for call in ("GET /audit-log", "GET /matters/:id/activity")} | {
    "GET /events": {"pagination": {"per_page": INTEGER, "has_more": BOOLEAN, "next_cursor": TEXT}}}
"""The parts of an answer besides `data`; all other answers have none."""

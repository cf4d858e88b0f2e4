"""The tables whose rows an export of a firm contains, so that an import can restore the firm, and those it omits.

docs/exports.md also says what is left out, and why. The tests fail for a new table or column that is not here.
"""

from typing import NamedTuple


class ExportedTable(NamedTuple):
    """A table whose rows are exported.

    `without` are columns that are not, each with the reason; an import leaves them to their defaults or to triggers.
    `later` are references to rows that come after, or to others of the same table: an import sets them at its end.
    `keys` are columns that name a file in the storage, `digests` those from which such a name is made. Only rows
    that meet the condition `only` are exported.
    """

    name: str
    order: tuple[str, ...] = ("id",)
    without: dict[str, str] = {}
    later: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    only: str = "true"


_SECRET, _COUNTED, _CLOCK = "it is a secret", "a trigger counts it", "the database notes when it writes the row"
_HERE = "it is about this installation"
_SENDING = "of a message that is being sent"
_AGAIN = "it is made again from the file"

TABLES = (
    ExportedTable("firms", keys=("logo_key",), without={
        "suspended_at": "an import suspends the firm until it is whole; the manifest has it",
        "read_only_from": _HERE, "closed_from": _HERE, "leaving_since": _HERE}),
    ExportedTable("users", without={"password_hash": _SECRET}),
    ExportedTable("onboarding", ("firm_id",)),
    ExportedTable("saved_views"),
    ExportedTable("review_reasons"),
    ExportedTable("matter_templates"),
    ExportedTable("template_versions"),
    ExportedTable("clients", without={"matters_count": _COUNTED, "changed_at": _CLOCK}, later=("merged_into",)),
    ExportedTable("client_merges"),
    ExportedTable("privacy_requests", without={
        "export_id": "exports stay here", "erasure_id": "erasures stay here"}),
    ExportedTable("matters", without={
        "documents_count": _COUNTED, "documents_complete": _COUNTED, "next_deadline": "a trigger keeps it",
        "changed_at": _CLOCK}),
    ExportedTable("former_clients"),
    ExportedTable("document_requests", without={"changed_at": _CLOCK}, later=("upload_id",)),
    ExportedTable("uploads", keys=("incoming_key", "storage_key"), without={
        "photos": "of photos that the worker has not joined yet", "multipart_id": "of files that are still being sent",
        "changed_at": _CLOCK}),
    ExportedTable("previews", only="rotation <> 0 AND status = 'ready'", without=dict.fromkeys(
        ("problem", "page_count", "pages", "has_thumbnail"), _AGAIN)),
    ExportedTable("deadlines", without={"changed_at": _CLOCK}),
    ExportedTable("matter_notes"),
    ExportedTable("intake_forms"),
    ExportedTable("answer_changes"),
    ExportedTable("answer_views", ("form_id", "user_id")),
    ExportedTable("court_forms", keys=("incoming_key", "storage_key")),
    ExportedTable("court_form_mappings", ("form_id", "version")),
    ExportedTable("court_form_fills", keys=("upload_key",)),
    ExportedTable("intake_links"),
    ExportedTable("reminders"),
    ExportedTable("rejection_notices"),
    ExportedTable("communications", without={"sending_since": _SENDING, "changed_at": _CLOCK}, later=("retry_of",)),
    ExportedTable("message_reads", ("user_id", "matter_id")),
    ExportedTable("matter_parties"),
    ExportedTable("leads", without={"changed_at": _CLOCK}),
    ExportedTable("lead_parties"),
    ExportedTable("lead_messages", without={"sending_since": _SENDING}),
    ExportedTable("conflict_checks", ("created_at", "id")),
    ExportedTable("conflict_decisions"),
    ExportedTable("letter_templates"),
    ExportedTable("letters", digests=("document_digest", "sealed_digest"), without={
        "pages": "only who signs sees them, by links that do not work elsewhere"}),
    ExportedTable("letter_signers"),
    ExportedTable("letter_events", ("letter_id", "number")),
    ExportedTable("legal_holds"),
    ExportedTable("retention_schedules"),
    ExportedTable("retention_steps", ("matter_id", "destroy_after")),
    ExportedTable("erasures", only="status <> 'running'"),
    ExportedTable("notifications"),
    ExportedTable("notification_reads", ("notification_id", "user_id")),
    ExportedTable("audit_log"),
    ExportedTable("audit_chains", ("firm_id",)),
)
"""Every table that is exported, each after those that its rows refer to. A check never changes, so a reference to an
earlier one cannot be set later: checks are in the order in which they were made.
"""

_SESSION = "who is signed in where; everybody signs in again"
_ACCESS = "keys, applications and their tokens are secrets, and new ones have to be made"
_CONNECTED = "a connection holds the platform's tokens; firms connect again"
_WORK = "what the worker of this installation has to do or has done"
_KEPT_SHORT = "it is kept for some days only"
_NAMES = "the index of names for conflict checks, which is made again from the records"

NOT_EXPORTED = {
    "invitations": "the address that was mailed holds a secret; people are invited again",
    "sessions": _SESSION, "portal_codes": _SESSION, "portal_devices": _SESSION,
    "second_factors": "the secret of an authenticator app", "recovery_codes": "secrets of people",
    "password_resets": "secrets of people", "calendar_feeds": "the address of a calendar is a secret",
    "api_keys": _ACCESS, "oauth_clients": _ACCESS, "oauth_consents": _ACCESS, "oauth_grants": _ACCESS,
    "oauth_refresh_tokens": _ACCESS, "oauth_access_tokens": _ACCESS,
    "idempotency_records": _KEPT_SHORT, "api_request_counts": "what this installation counted",
    "reports": _KEPT_SHORT, "report_schedules": "some are made as a key, and new keys have to be made",
    "matter_imports": _KEPT_SHORT, "bulk_runs": _KEPT_SHORT,
    "closings": "that the firm leaves this installation", "firm_imports": _WORK,
    "exports": _KEPT_SHORT, "export_parts": _KEPT_SHORT,
    "webhooks": "an endpoint has a secret; data/webhooks.jsonl names them",
    "deliveries": _WORK, "delivery_attempts": _WORK, "events": _KEPT_SHORT, "event_feeds": _KEPT_SHORT,
    "tasks": _WORK, "held_reviews": "decisions of the last seconds",
    "erasure_items": "the ids of what an erasure takes, until it is complete",
    "conflict_names": _NAMES, "conflict_queue": _NAMES, "conflict_indexes": _NAMES,
    "matter_retention": "a view of the schedules and the matters",
    "client_retention": "a view of the schedules and the clients",
    "lead_retention": "a view of the schedules and the leads",
    "sandbox_messages": "what a sandbox kept instead of sending it",
    "matter_counts": _COUNTED, "storage_used": _COUNTED, "storage_changes": _COUNTED,
    "page_texts": _AGAIN,
    "firm_messages": "mails to the firm itself, which were sent",
    "integrations": _CONNECTED, "integration_states": _CONNECTED, "integration_links": _CONNECTED,
    "lead_links": _CONNECTED, "sync_logs": _CONNECTED, "integration_subscriptions": _CONNECTED,
    "inbound_events": _CONNECTED, "inbound_secrets": _CONNECTED,
    "subscriptions": "what the firm pays at this installation", "billing_events": "what the firm pays here",
}
"""Every other table of a firm's records, and why its rows are not in an export."""

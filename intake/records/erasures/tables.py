"""What an erasure does with the rows of every table.

Each table of the database has one line here; a table without one fails `tests/records/erasures/test_tables.py`, and so
does a new column of texts in a table that is kept.
"""

from typing import NamedTuple


class Owned(NamedTuple):
    """Rows that belong to a client, a matter, a document or a lead, and are erased with it.

    `by` are the columns that refer to an erased row, each with the table of that row. `has_id`: others may refer to
    the rows, by their ids. `cascades`: the database deletes them with the row that they refer to. `has_files`: there
    are objects in the storage under their ids. `also` is a condition for others that go, in which `of_<table>` are the
    ids of earlier tables.
    """

    by: dict[str, str]
    has_id: bool = True
    cascades: bool = False
    has_files: bool = False
    also: str = ""


CLIENTS_OF = """
    WITH RECURSIVE person (id) AS (
        SELECT client_id FROM matters WHERE firm_id = %(firm)s AND id IN ({matters})
        UNION SELECT record_id FROM audit_log WHERE firm_id = %(firm)s AND action = 'client.matter_left'
            AND details ->> 'matter_id' IN ({matters})
        UNION SELECT coalesce(entry.details ->> 'merged_client_id', entry.details ->> 'client_id')
            FROM person JOIN audit_log AS entry ON entry.firm_id = %(firm)s AND entry.record_id = person.id
            AND entry.action IN ('client.merged', 'client.merge_undone')
    ) SELECT id FROM person""".format
"""A query for the clients who have or had `matters`, with everybody with whom one of them was merged at some time."""

OWNED = {
    "clients": Owned({"merged_into": "clients"}),
    "client_merges": Owned({"client_id": "clients", "merged_id": "clients"}),
    "matters": Owned({"client_id": "clients"}),
    "former_clients": Owned({"matter_id": "matters", "client_id": "clients"}),
    "legal_holds": Owned({"client_id": "clients", "matter_id": "matters"}),
    "document_requests": Owned({"matter_id": "matters"}),
    "uploads": Owned({"document_id": "document_requests"}, cascades=True, has_files=True),
    "previews": Owned({"id": "uploads"}, has_id=False),
    "page_texts": Owned({"upload_id": "uploads"}, has_id=False),
    "held_reviews": Owned({"id": "uploads"}, has_id=False),
    "deadlines": Owned({"matter_id": "matters"}),
    "matter_notes": Owned({"matter_id": "matters"}),
    "intake_forms": Owned({"matter_id": "matters", "client_id": "clients"}),
    "answer_changes": Owned({"form_id": "intake_forms"}),
    "answer_views": Owned({"form_id": "intake_forms"}, has_id=False),
    "court_form_fills": Owned({"matter_id": "matters", "document_id": "document_requests"}, has_files=True),
    "intake_links": Owned({"matter_id": "matters", "client_id": "clients"}),
    "portal_codes": Owned({"link_id": "intake_links"}),
    "portal_devices": Owned({"link_id": "intake_links"}, has_id=False),
    "reminders": Owned({"matter_id": "matters"}),
    "rejection_notices": Owned({"matter_id": "matters"}),
    "communications": Owned({"matter_id": "matters"}),
    "message_reads": Owned({"matter_id": "matters"}, has_id=False),
    "integration_links": Owned({"client_id": "clients", "matter_id": "matters", "upload_id": "uploads"}),
    "sync_logs": Owned({"matter_id": "matters", "upload_id": "uploads", "run_id": "sync_logs"}),
    "retention_steps": Owned({"matter_id": "matters"}, has_id=False),
    "matter_parties": Owned({"matter_id": "matters"}),
    "leads": Owned({"client_id": "clients", "matter_id": "matters"}),
    "lead_parties": Owned({"lead_id": "leads"}),
    "lead_messages": Owned({"lead_id": "leads"}),
    "lead_links": Owned({"lead_id": "leads"}),
    "letters": Owned({"matter_id": "matters"}, has_files=True),
    "letter_signers": Owned({"letter_id": "letters"}),
    "letter_events": Owned({"letter_id": "letters"}, has_id=False),
    "exports": Owned({"client_id": "clients"}, also="client_id IS NULL OR client_id IN ({})".format(CLIENTS_OF(
        matters="SELECT id FROM of_matters UNION SELECT matter_id FROM document_requests WHERE firm_id = %(firm)s "
                "AND id IN (SELECT id FROM of_document_requests)"))),
    "export_parts": Owned({"export_id": "exports"}, has_id=False, cascades=True),
}
"""Ordered so that each table comes after those that its rows refer to; rows are deleted in reverse order.

Exports include those of clients who had an erased matter: they may contain it, or what the client answered in it.
"""


class Emptied(NamedTuple):
    """Rows that stay when a client is erased, without their `columns`, the first of which is the client's id.

    `kept` are their other text columns.
    """

    columns: str
    kept: str


EMPTIED = {
    "privacy_requests": Emptied("client_id note verification verified_by extension_reason reason answer",
                                "id firm_id kind source status export_id erasure_id"),
}


class Copied(NamedTuple):
    """Rows of the firm that are deleted if one of these columns mentions the id of an erased record.

    Those that fulfil `unless` stay. `first` is a table whose rows refer to them and are deleted with them, and its
    column.
    """

    columns: tuple[str, ...]
    unless: str = "false"
    first: tuple[str, str] | None = None


COPIED = {
    "notifications": Copied(("occasion", "message", "translations", "data")),
    "firm_messages": Copied(("occasion", "subject", "message", "error")),
    "events": Copied(("data",), unless="type = 'record.erased'", first=("deliveries", "event_id")),
    "tasks": Copied(("arguments", "error"), unless="name = 'remove_files'"),
    "saved_views": Copied(("name", "page")),
    "sandbox_messages": Copied(("recipient", "subject", "text", "html", "error")),
    "report_schedules": Copied(("filters",)),
    "matter_imports": Copied(("opened",)),
    "bulk_runs": Copied(("ids", "undo", "failures"), unless="status = 'running'"),
}
"""Events are what a firm's feed and its endpoints show; `remove_files` deletes what late uploads leave behind."""

WITH_COPIES = ("deliveries", "delivery_attempts", "notification_reads")
"""Rows that go with a row of `COPIED`."""

ANSWERS = ("idempotency_records",)
"""Answers of the API that are stored encrypted, and deleted if they mention an erased record."""

BY_NAME = ("legal_holds", "firm_messages", "inbound_events", "reports", "report_schedules", "saved_views",
           "sms_opt_outs", "sandbox_messages", "conflict_names", "matter_imports")
"""Tables whose rows are found by the names of the record, or show it among others: `naming.py`."""

PEOPLE = "(SELECT firm_id, id, phone FROM clients UNION ALL SELECT firm_id, id, phone FROM leads) AS person"
"""The clients and leads of all firms, to whom a row of `sms_opt_outs` may belong."""

MARKED = ("conflict_checks", "conflict_decisions")
"""Rows that stay, with a mark in place of texts about the record (`checks.py`)."""

SEALED = ("audit_log",)
"""Rows that stay as a record of who did what and when, without the details (`accounts/audit/sealing.py`)."""

KEPT = {
    "firms": "id name slug email phone website address plan timezone logo_key settings notification_preferences "
             "alerts_off",
    "users": "id firm_id email email_key first_name last_name role status password_hash language alerts_off",
    "invitations": "id firm_id email email_key first_name last_name role language status token_digest sealed_token "
                   "user_id mail_error",
    "sessions": "id firm_id user_id token_digest user_agent address",
    "second_factors": "id firm_id user_id sealed_secret",
    "recovery_codes": "id firm_id user_id code_digest",
    "password_resets": "id firm_id user_id token_digest sealed_token used_by",
    "sign_in_attempts": "subject",
    "onboarding": "firm_id steps practice_areas doc_templates",
    "api_keys": "id firm_id name public_part secret_digest scopes created_by",
    "oauth_clients": "id firm_id name redirect_uris scopes pkce secret_digest previous_secret_digest created_by",
    "oauth_consents": "id firm_id client_id user_id scopes",
    "oauth_grants": "id firm_id consent_id scopes redirect_uri code_digest code_challenge",
    "oauth_refresh_tokens": "digest firm_id grant_id salt",
    "oauth_access_tokens": "digest firm_id grant_id client_id user_id scopes",
    "api_request_counts": "firm_id",
    "event_feeds": "firm_id",
    "audit_chains": "firm_id anchor_hash last_hash last_id",
    "matter_counts": "firm_id status practice_area",
    "review_reasons": "id firm_id built_in text",
    "storage_used": "firm_id",
    "storage_changes": "firm_id",
    "matter_templates": "id firm_id name name_key case_type practice_area state description form documents "
                        "translations reminder_rules",
    "template_versions": "id firm_id template_id content actor_type actor_id",
    "calendar_feeds": "id firm_id user_id token_digest",
    "court_forms": "id firm_id name number state practice_area court_type search_key filename content_type status "
                   "problem incoming_key storage_key fields",
    "court_form_mappings": "firm_id form_id fields actor_type actor_id",
    "schedule": "name",
    "workers": "id secret_key_check",
    "backup_runs": "id error",
    "counters": "name",
    "webhooks": "id firm_id url events description disabled_reason secret previous_secret",
    "integrations": "id firm_id platform access_token refresh_token settings inbound_digest inbound_token "
                    "webhook_secret platform_user error_code error_message leased_by",
    "integration_states": "id firm_id platform state_digest session_id",
    "integration_subscriptions": "id firm_id integration_id resource_type external_id",
    "inbound_secrets": "id firm_id integration_id subscription_id secret",
    "subscriptions": "id firm_id customer external_id status plan interval next_plan next_interval",
    "billing_events": "id firm_id type outcome",
    "test_clock": "",
    "retention_schedules": "id firm_id name practice_area excepted kind",
    "conflict_queue": "firm_id kind record_id",
    "conflict_indexes": "firm_id",
    "letter_templates": "id firm_id built_in name text",
    "signing_certificates": "id certificate sealed_key",
    "firm_imports": "firm_id sums",
    "closings": "id firm_id user_id export_id paused",
    "erasures": "id firm_id kind record_id reason status goes stays erased digests elsewhere asked_by asked_by_person "
                "confirmed_by certificate mail_to",
    "erasure_items": "firm_id erasure_id record_id kind",
    "schema_migrations": "name",
}
"""Tables without a client's data: their text columns, so that each new one is considered here."""

LEFT_OF_FIRM = ("firms", "erasures", "audit_log", "audit_chains", "tasks", "subscriptions")
"""Tables that keep rows when a whole firm is erased: the certificate, what ends the chain of the audit log, the task
that does it, and who paid, until that customer is removed at Stripe. All other rows of the firm go.
"""

UNLINKED = (("clients", "merged_into"), ("document_requests", "upload_id"), ("communications", "retry_of"),
            ("sync_logs", "run_id"), ("conflict_checks", "previous_id"))
"""Columns that refer to rows of the same table, or in a circle; they are emptied before a firm's rows are deleted."""

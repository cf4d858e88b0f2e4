"""The purpose of every table, how long its rows are kept, and the kind of data in each column.

`python -m local.privacy` writes docs/privacy.md from it. A test fails until new tables and columns are added here.
"""

from typing import NamedTuple


class Stored(NamedTuple):
    """The purpose of a table, how long its rows are kept, and the names of its columns by kind of data.

    `personal` columns have data about a person, including the firm's people. `secret` columns give access and are
    stored as a digest or encrypted. `technical` are all others: ids, statuses, times, numbers.
    """

    purpose: str
    kept: str
    personal: str = ""
    secret: str = ""
    technical: str = ""

    @property
    def columns(self):
        """Every column of the table."""
        return [*self.personal.split(), *self.secret.split(), *self.technical.split()]


STORED = {
    "schema_migrations": Stored(
        "migrations that have been run", "always",
        technical="name applied_at"),
    "firms": Stored(
        "the firm, its settings and its contact details", "as long as the firm",
        personal="name slug email phone website address settings",
        technical="id plan timezone logo_key notification_preferences suspended_at alerts_off created_at updated_at "
                  "read_only_from closed_from leaving_since"),
    "users": Stored(
        "people of the firm", "as long as the firm",
        personal="email email_key first_name last_name last_sign_in language",
        secret="password_hash",
        technical="id firm_id role status created_at wants_digest digest_on notifications_read_until alerts_off"),
    "invitations": Stored(
        "invitations to people of the firm", "as long as the firm; the link works 7 days",
        personal="email email_key first_name last_name language",
        secret="token_digest sealed_token",
        technical="id firm_id role status invite_sent_at expires_at user_id created_at mail_error"),
    "sessions": Stored(
        "signed-in browsers", "until signed out or expired",
        personal="user_agent address seen_at",
        secret="token_digest",
        technical="id firm_id user_id expires_at created_at"),
    "second_factors": Stored(
        "authenticator apps", "with the person",
        secret="sealed_secret",
        technical="id firm_id user_id confirmed_at last_step created_at"),
    "recovery_codes": Stored(
        "recovery codes, for signing in without the app", "until used or renewed",
        secret="code_digest",
        technical="id firm_id user_id created_at"),
    "password_resets": Stored(
        "password reset links", "1 hour",
        secret="token_digest sealed_token used_by",
        technical="id firm_id user_id expires_at created_at"),
    "saved_views": Stored(
        "saved searches", "until removed",
        personal="name page",
        technical="id firm_id user_id shared created_at updated_at"),
    "sign_in_attempts": Stored(
        "counts of sign-in attempts", "some hours after the last one",
        personal="subject",
        technical="settled_at"),
    "onboarding": Stored(
        "first steps of a firm", "as long as the firm",
        technical="firm_id steps practice_areas doc_templates completed_at updated_at"),
    "api_keys": Stored(
        "API keys of programs that work for the firm", "as long as the firm",
        personal="name",
        secret="secret_digest",
        technical="id firm_id public_part scopes created_by issued_at expires_at last_used_at revoked_at created_at"),
    "report_schedules": Stored(
        "schedules of regular reports", "until removed",
        personal="recipients filters",
        technical="id firm_id user_id api_key_id type format frequency language next_at created_at"),
    "reports": Stored(
        "generated reports", "7 days",
        personal="recipients filters",
        technical="id firm_id user_id api_key_id schedule_id type format first_day last_day language status progress "
                  "rows size_bytes run storage_key ready_at created_at"),
    "bulk_runs": Stored(
        "actions on many matters", "7 days",
        technical="id firm_id user_id action assigned_to status ids undo failures done created_at"),
    "matter_imports": Stored(
        "rows of files whose matters are being opened, encrypted", "7 days",
        personal="sealed_content filename",
        technical="id firm_id user_id status opened total done created_at"),
    "oauth_clients": Stored(
        "OAuth applications of the firm", "until deleted",
        personal="name",
        secret="secret_digest previous_secret_digest",
        technical="id firm_id redirect_uris scopes public pkce previous_secret_until created_by created_at "
                  "updated_at"),
    "oauth_consents": Stored(
        "people's consents to applications", "until withdrawn",
        technical="id firm_id client_id user_id scopes last_used_at created_at"),
    "oauth_grants": Stored(
        "access that people granted to applications", "1 year",
        secret="code_digest code_challenge",
        technical="id firm_id consent_id scopes redirect_uri code_expires_at code_used_at expires_at created_at"),
    "oauth_refresh_tokens": Stored(
        "refresh tokens of applications", "60 days",
        secret="digest salt",
        technical="firm_id grant_id expires_at used_at"),
    "oauth_access_tokens": Stored(
        "access tokens of applications", "60 days after they expire",
        secret="digest",
        technical="firm_id grant_id client_id user_id scopes expires_at"),
    "api_request_counts": Stored(
        "API requests per day", "as long as the firm",
        technical="firm_id day total"),
    "idempotency_records": Stored(
        "answers to repeat for an idempotency key, encrypted", "1 day",
        personal="body",
        secret="key",
        technical="holder firm_id fingerprint status created_at"),
    "events": Stored(
        "events for webhooks and the event feed", "30 days",
        personal="data",
        technical="id firm_id type created_at relayed_at position"),
    "event_feeds": Stored(
        "last position in the firm's event feed", "as long as the firm",
        technical="firm_id last_position"),
    "audit_log": Stored(
        "who did what, when and from where", "as many years as the installation's setting says",
        personal="actor_id address details",
        technical="id firm_id action actor_type record_type record_id request_id created_at position previous_hash "
                  "hash sealed_by"),
    "audit_chains": Stored(
        "ends of the audit log's hash chain", "as long as the firm",
        technical="firm_id first_position anchor_hash last_position last_hash last_id"),
    "test_clock": Stored(
        "that it is a sandbox, and the offset of its clock", "only in sandboxes and tests",
        technical="is_only ahead"),
    "clients": Stored(
        "people the firm works for", "until erased, on request or by a retention schedule",
        personal="first_name last_name email email_key phone date_of_birth address notes custom_fields search_key "
                 "last_name_key contact_preferences",
        technical="id firm_id matters_count merged_into created_at updated_at changed_at"),
    "client_merges": Stored(
        "data for undoing a merge of clients", "1 day",
        personal="moved changed",
        technical="id firm_id client_id merged_id created_at"),
    "matters": Stored(
        "matters (cases)", "until erased",
        personal="title title_key description custom_fields tags client_label client_active_at practice_area",
        secret="link_public_part",
        technical="id firm_id status client_id assigned_attorney intake_template_id documents_count "
                  "documents_complete archived_at created_at updated_at next_deadline reminders_paused changed_at "
                  "closed_at client_since"),
    "legal_holds": Stored(
        "legal holds", "with the record they protect",
        personal="search client_key title_key reason",
        technical="id firm_id client_id matter_id practice_area until actor_type actor_id lifted_at lifted_by_type "
                  "lifted_by_id reminded_at created_at updated_at"),
    "retention_schedules": Stored(
        "how long matters, leads and clients are kept", "until removed",
        technical="id firm_id kind name practice_area years minor_years months quarantine_months age_of_majority "
                  "excepted notice automatic created_at updated_at"),
    "retention_steps": Stored(
        "notices and plans before a matter is destroyed", "with its matter",
        technical="firm_id matter_id destroy_after notified_at communication_id planned_at planned_by_type "
                  "planned_by_id created_at announced_day"),
    "matter_counts": Stored(
        "counts of matters", "as long as the firm",
        technical="firm_id status practice_area total id"),
    "former_clients": Stored(
        "which clients a matter had before, and when", "with its matter",
        technical="id firm_id matter_id client_id since created_at"),
    "document_requests": Stored(
        "documents requested from clients", "with its matter",
        personal="name name_key description instructions translations waived_reason client_note",
        technical="id firm_id matter_id required status accepted_types max_file_size_mb category upload_id "
                  "created_at updated_at position client_noted_at from_firm changed_at"),
    "review_reasons": Stored(
        "reasons for rejecting files", "as long as the firm",
        technical="id firm_id built_in text position removed_at created_at updated_at"),
    "uploads": Stored(
        "files handed in; their contents are in the storage", "with its matter",
        personal="filename reviewer_notes review_reason photos",
        technical="id firm_id document_id content_type file_size_bytes status incoming_key storage_key "
                  "url_expires_at uploaded_at reviewed_at scan_status scan_signature scanned_at sha256 detected_type "
                  "page_count quarantined_at created_at type_mismatch changed_at multipart_id"),
    "previews": Stored(
        "images of a file's pages", "with the file",
        personal="pages",
        technical="id firm_id status problem page_count wanted rotation created_at updated_at has_thumbnail"),
    "page_texts": Stored(
        "text of a file's pages", "with the file",
        personal="lines",
        technical="firm_id upload_id number"),
    "held_reviews": Stored(
        "decisions about files that can still be undone", "some seconds",
        personal="reviewer_notes review_reason",
        technical="id firm_id user_id status due_at created_at"),
    "storage_used": Stored(
        "total size of a firm's files", "as long as the firm",
        technical="firm_id bytes limit_reported_at"),
    "storage_changes": Stored(
        "changes of the total size, not yet added up", "some minutes",
        technical="firm_id id bytes"),
    "matter_templates": Stored(
        "questions and documents for each type of case", "as long as the firm",
        technical="id firm_id name name_key case_type practice_area state description form documents leave_button "
                  "translations deleted_at created_at updated_at version reminder_rules"),
    "template_versions": Stored(
        "versions of templates", "with the template",
        technical="id firm_id template_id number content actor_type actor_id created_at"),
    "deadlines": Stored(
        "deadlines of matters", "with its matter",
        personal="title notes due_date",
        technical="id firm_id matter_id type completed dated_at created_at changed_at"),
    "matter_notes": Stored(
        "the firm's notes about matters, calls and meetings", "with its matter",
        personal="text search_key happened_at actor_id",
        technical="id firm_id matter_id kind actor_type created_at edited_at updated_at"),
    "calendar_feeds": Stored(
        "calendars that people subscribe to", "until removed",
        secret="token_digest",
        technical="id firm_id user_id only_assigned created_at"),
    "intake_forms": Stored(
        "clients' questions and answers", "with its matter",
        personal="questions draft answers",
        technical="id firm_id matter_id client_id template_id saved_at submitted_at created_at updated_at page_saves"),
    "court_forms": Stored(
        "court forms", "as long as the firm, the file until removed",
        technical="id firm_id name number state practice_area court_type search_key filename content_type "
                  "file_size_bytes status problem incoming_key storage_key url_expires_at page_count fields "
                  "mapping_version removed_at created_at updated_at"),
    "court_form_mappings": Stored(
        "mappings of answers to a court form's fields", "with the form",
        technical="firm_id form_id version fields actor_type actor_id created_at"),
    "court_form_fills": Stored(
        "filled-in court forms", "with its matter",
        personal="missing",
        technical="id firm_id matter_id form_id mapping_version flatten allow_missing status problem upload_key "
                  "document_id asked_at finished_at created_at"),
    "answer_changes": Stored(
        "corrections of answers", "with its matter",
        personal="before after reason",
        technical="id firm_id matter_id form_id question_id actor_type actor_id created_at"),
    "answer_views": Stored(
        "who has read answers", "with its matter",
        personal="user_id seen_at",
        technical="firm_id form_id"),
    "intake_links": Stored(
        "intake links of clients", "with its matter",
        personal="sent_by",
        secret="public_part",
        technical="id firm_id matter_id client_id expires_at sent_at completed_at expired_at revoked_at created_at "
                  "announced_at receipt_at"),
    "portal_codes": Stored(
        "codes sent to clients; the digits are computed, not stored", "10 minutes",
        secret="used_by",
        technical="id firm_id link_id channel tries used_at created_at"),
    "portal_devices": Stored(
        "browsers in which a client entered a code", "8 hours or 30 days, as the firm chooses",
        secret="token_digest",
        technical="firm_id link_id created_at"),
    "reminders": Stored(
        "planned and sent reminders", "with its matter",
        technical="id firm_id matter_id link_id days due_at expires_at settled_at created_at deadline"),
    "rejection_notices": Stored(
        "planned mails about rejected files", "with its matter",
        technical="id firm_id matter_id settled_at created_at"),
    "communications": Stored(
        "messages to and from clients", "with its matter",
        personal="to sender subject message",
        secret="link_public_part",
        technical="id firm_id matter_id channel direction language status sending_since provider_id error "
                  "reminder_id sent_at created_at send_at retry_of from_other_address read_at changed_at automatic"),
    "message_reads": Stored(
        "who has read messages", "with its matter",
        personal="user_id read_at",
        technical="firm_id matter_id"),
    "sms_opt_outs": Stored(
        "numbers that opted out of SMS", "until the number opts in again, or its client is erased",
        personal="number",
        technical="created_at"),
    "firm_messages": Stored(
        "mails and SMS to people of the firm", "90 days",
        personal="to subject message",
        technical="id firm_id occasion channel language status sending_since provider_id error sent_at created_at "
                  "user_id alert"),
    "notifications": Stored(
        "notifications under the bell", "90 days",
        personal="message translations data",
        technical="id firm_id type occasion awaits_alert read_at created_at"),
    "notification_reads": Stored(
        "who has read notifications", "with the notification",
        personal="user_id read_at",
        technical="firm_id notification_id"),
    "tasks": Stored(
        "tasks of the worker", "30 days, or until done",
        personal="arguments error",
        technical="id firm_id name queue attempts due_at queued_at leased_by leased_until done_at failed_at "
                  "created_at"),
    "schedule": Stored(
        "when recurring jobs are next due", "always",
        technical="name due_at"),
    "workers": Stored(
        "worker processes, with a check value of their `SECRET_KEY`", "90 days",
        technical="id started_at seen_at secret_key_check"),
    "backup_runs": Stored(
        "backups that were made", "400 days",
        technical="id finished_at error created_at"),
    "counters": Stored(
        "counters for metrics", "always",
        technical="name total"),
    "webhooks": Stored(
        "webhook endpoints", "until removed",
        personal="url",
        secret="secret previous_secret",
        technical="id firm_id events description active disabled_reason told_at previous_secret_until failures "
                  "failing_since open_until last_success_at last_triggered_at created_at updated_at"),
    "deliveries": Stored(
        "deliveries to endpoints", "30 days",
        technical="id firm_id webhook_id event_id status attempts due_at leased_by delivered_at created_at"),
    "delivery_attempts": Stored(
        "endpoints' responses", "with the delivery",
        personal="response_body",
        technical="id firm_id delivery_id attempted_at duration_ms response_status error created_at"),
    "integrations": Stored(
        "connections to practice-management platforms", "as long as the firm; tokens until disconnected",
        personal="platform_user",
        secret="access_token refresh_token inbound_digest inbound_token webhook_secret",
        technical="id firm_id platform token_expires_at refreshing_until settings is_active connected_at error_code "
                  "error_message last_sync_at checked_at leased_by leased_until paused_until created_at updated_at"),
    "integration_states": Stored(
        "connections to a platform that are being set up", "10 minutes",
        secret="state_digest",
        technical="id firm_id platform session_id expires_at created_at"),
    "integration_links": Stored(
        "ids of records at a platform", "with the record",
        personal="external_id",
        technical="id firm_id integration_id kind client_id matter_id upload_id version settled_at created_at"),
    "sync_logs": Stored(
        "log of what was sent to a platform", "with its matter",
        personal="error_message details",
        technical="id firm_id integration_id run_id matter_id upload_id action trigger status external_id error_code "
                  "waits started_at finished_at created_at"),
    "integration_subscriptions": Stored(
        "subscriptions to a platform's events", "with the connection",
        technical="id firm_id integration_id resource_type external_id expires_at created_at"),
    "inbound_events": Stored(
        "events received from a platform", "180 days",
        personal="payload error_message",
        technical="id firm_id integration_id platform event_type resource_type resource_id occurred_at identity "
                  "times processed processed_at created_at"),
    "inbound_secrets": Stored(
        "secrets for verifying a platform's events", "with the connection; unclaimed ones 1 day",
        secret="secret",
        technical="id firm_id integration_id subscription_id created_at"),
    "subscriptions": Stored(
        "the firm's subscription at Stripe", "as long as the firm, and until the customer is removed at Stripe",
        personal="customer",
        technical="id firm_id external_id status plan interval period_start period_end trial_ends_at cancel_at "
                  "next_plan next_interval past_due_since ended_at readings applied created_at updated_at"),
    "billing_events": Stored(
        "events received from Stripe", "90 days",
        technical="id firm_id type outcome created_at"),
    "leads": Stored(
        "people who want to become clients", "until erased: on request, by a retention schedule, or with the firm",
        personal="first_name last_name email email_key phone contact_preferences message source search_key "
                 "declined_reason language",
        secret="source_key",
        technical="id firm_id status practice_area spam_score spam_reasons quarantined assigned_to conflict_check_id "
                  "client_id matter_id answered_at cleared_at engaged_at closed_at created_at updated_at changed_at"),
    "lead_parties": Stored(
        "other people and companies that a lead names", "with its lead",
        personal="name aliases relation",
        technical="id firm_id lead_id position kind role created_at"),
    "lead_messages": Stored(
        "mails to leads", "with its lead",
        personal="to subject message",
        technical="id firm_id lead_id channel language status automatic sending_since provider_id error sent_at "
                  "created_at"),
    "lead_links": Stored(
        "ids of leads at a platform", "with its lead",
        personal="external_id platform_said",
        technical="id firm_id lead_id integration_id contact_id error_code created_at"),
    "matter_parties": Stored(
        "other people and companies in a matter", "with its matter",
        personal="name aliases former_names relation email phone address",
        technical="id firm_id matter_id kind role created_at updated_at"),
    "conflict_names": Stored(
        "names searched by conflict checks", "with the record",
        personal="text part keys",
        technical="firm_id kind record_id position parent_id is_company"),
    "conflict_queue": Stored(
        "records whose names are not indexed yet", "some seconds",
        technical="id firm_id kind record_id"),
    "conflict_indexes": Stored(
        "firms whose names are indexed", "as long as the firm",
        technical="firm_id created_at"),
    "conflict_checks": Stored(
        "conflict checks and their hits", "as long as the firm, as evidence of the check",
        personal="names sought hits",
        technical="id firm_id matter_id lead_id previous_id complete versions actor_type actor_id created_at"),
    "conflict_decisions": Stored(
        "decisions about conflicts", "with the check",
        personal="note",
        technical="id firm_id decision document_id actor_type actor_id created_at"),
    "sandbox_messages": Stored(
        "messages that a sandbox holds back", "the last 1,000",
        personal="recipient sender reply_to subject text html",
        technical="firm_id id channel error created_at"),
    "erasures": Stored(
        "erasures and their certificates", "as long as the firm",
        personal="reason asked_by asked_by_person confirmed_by",
        technical="id firm_id kind record_id status goes stays erased digests elsewhere confirmed_at finished_at "
                  "certificate created_at mail_to destroy_after"),
    "erasure_items": Stored(
        "ids of records that an erasure deletes", "25 hours after it",
        technical="firm_id erasure_id record_id kind"),
    "exports": Stored(
        "exports that are being made or can be downloaded", "7 days",
        technical="id firm_id client_id user_id api_key_id language status progress run state files size_bytes "
                  "storage_key ready_at created_at"),
    "export_parts": Stored(
        "parts of an export", "with the export",
        personal="listing directory sums",
        technical="firm_id export_id number etag"),
    "firm_imports": Stored(
        "firms being imported from an export", "until the import is complete",
        technical="firm_id sums step rows suspended_at created_at"),
    "letter_templates": Stored(
        "texts of engagement letters", "as long as the firm",
        technical="id firm_id built_in name text removed_at created_at updated_at"),
    "letters": Stored(
        "engagement letters", "with its matter",
        personal="title text field_values void_reason pages",  # of letters from before 0.3.0 with their lines
        technical="id firm_id matter_id template_id language status expires_in_days document_digest document_size "
                  "sent_at expires_at countersigner_id sealed_digest sealed_size sealed_at created_at updated_at"),
    "letter_signers": Stored(
        "signers of a letter", "with the letter",
        personal="name email signature declined_reason consented_at read_at signed_at",
        secret="public_part",
        technical="id firm_id letter_id place language is_client status invited_at mailed_at mail_error reminders "
                  "consent_digest created_at"),
    "letter_events": Stored(
        "events of a letter", "with the letter",
        personal="actor address details",
        technical="firm_id letter_id number type at digest"),
    "signing_certificates": Stored(
        "the installation's certificate for sealing letters", "until renewed",
        secret="sealed_key",
        technical="id certificate created_at"),
    "closings": Stored(
        "a firm's departure", "as long as the firm",
        technical="id firm_id user_id export_id paused erase_at taken_back_at ended_at created_at"),
    "privacy_requests": Stored(
        "people's requests about their data", "as long as the firm; without the person once they are erased",
        personal="note verification extension_reason reason answer",
        technical="id firm_id client_id kind source status received_on due_on extended_at mailed export_id "
                  "erasure_id reminded_days closed_at created_at updated_at verified_at verified_by"),
}

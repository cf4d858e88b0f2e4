"""The scheduled jobs with their intervals. The first worker to find a job due runs it; the others see that it did."""

from datetime import timedelta

from intake.accounts.access.jobs import purge_idempotency_records
from intake.accounts.audit.jobs import purge_old_audit_entries
from intake.accounts.firms.jobs import rename_replaced_zones
from intake.accounts.oauth.jobs import purge_expired_tokens
from intake.accounts.sessions.jobs import purge_expired_sessions
from intake.cases.client_merges.jobs import purge_merged_clients
from intake.cases.uploads.jobs import purge_unconfirmed_uploads
from intake.console.digests.jobs import send_digests
from intake.console.matter_import.jobs import purge_old_matter_imports
from intake.console.matters.bulk.jobs import purge_old_bulk_runs
from intake.console.reports.jobs import make_scheduled_reports, purge_old_reports
from intake.engagement.conflicts.jobs import index_names
from intake.engagement.letters.jobs import follow_letters
from intake.engine.tasks.jobs import purge_finished_tasks, recall_postponed_tasks
from intake.engine.worker.scheduler import Recurring
from intake.integrations.connections.jobs import purge_expired_states, renew_subscriptions
from intake.integrations.inbound.jobs import purge_old_inbound_events, purge_unclaimed_secrets
from intake.integrations.webhooks.jobs import purge_old_deliveries, recall_postponed_deliveries
from intake.messaging.notifications.jobs import (
    notify_deadlines_approaching,
    notify_unused_keys,
    purge_old_notifications,
    remind_of_holds,
)
from intake.operations.billing.jobs import purge_old_billing_events, remove_customers, warn_of_usage
from intake.portal.codes.jobs import purge_portal_codes
from intake.portal.deadline_reminders.jobs import plan_deadline_reminders
from intake.portal.links.jobs import expire_links
from intake.portal.reminders.jobs import remind_clients
from intake.records.closing.jobs import end_due_closings
from intake.records.exports.jobs import purge_old_exports
from intake.records.privacy_requests.jobs import remind_of_privacy_requests
from intake.records.retention.jobs import propose_destruction, tell_clients_of_destruction

_EVERY = {
    timedelta(minutes=1): (index_names,),
    timedelta(minutes=5): (
        remind_clients, expire_links, notify_deadlines_approaching, send_digests, make_scheduled_reports,
        end_due_closings),
    timedelta(minutes=15): (recall_postponed_tasks, recall_postponed_deliveries, follow_letters),
    timedelta(hours=1): (
        purge_idempotency_records, purge_unconfirmed_uploads, plan_deadline_reminders, remind_of_holds,
        remind_of_privacy_requests, tell_clients_of_destruction, purge_expired_sessions, purge_expired_states,
        purge_expired_tokens, purge_portal_codes, remove_customers, warn_of_usage, purge_merged_clients),
    timedelta(hours=6): (
        purge_old_deliveries, purge_old_notifications, purge_old_reports, purge_old_matter_imports,
        purge_old_bulk_runs, purge_old_exports, propose_destruction, renew_subscriptions, purge_old_inbound_events,
        purge_unclaimed_secrets, purge_old_audit_entries, purge_finished_tasks, purge_old_billing_events),
    timedelta(days=1): (notify_unused_keys, rename_replaced_zones),
}

SCHEDULE = {
    function.__name__: Recurring(every, function) for every, functions in _EVERY.items() for function in functions}
"""The name of each is the key of its row in the database."""

"""What runs how often. The worker that comes first runs a line; the others see that it did."""

from datetime import timedelta

from intake.accounts.access.jobs import purge_idempotency_records
from intake.accounts.oauth.jobs import purge_expired_tokens
from intake.accounts.sessions.jobs import purge_expired_sessions
from intake.cases.uploads.jobs import sweep_unconfirmed
from intake.engine.tasks.jobs import purge_finished_tasks
from intake.engine.worker.scheduler import Recurring
from intake.integrations.platforms.inbound.jobs import forget_old_inbound_events, forget_unclaimed_secrets
from intake.integrations.platforms.jobs import forget_old_states, renew_subscriptions
from intake.integrations.webhooks.jobs import purge_old_deliveries
from intake.messaging.notifications.jobs import alert_of_deadlines, forget_old_notifications
from intake.portal.links.jobs import complete_intakes, expire_links, revoke_links_of_former_clients
from intake.portal.reminders.jobs import remind_clients

SCHEDULE = {
    "purge_idempotency_records": Recurring(timedelta(hours=1), purge_idempotency_records),
    "sweep_unconfirmed": Recurring(timedelta(hours=1), sweep_unconfirmed),
    "purge_old_deliveries": Recurring(timedelta(hours=6), purge_old_deliveries),
    "forget_old_notifications": Recurring(timedelta(hours=6), forget_old_notifications),
    "remind_clients": Recurring(timedelta(minutes=5), remind_clients),
    "complete_intakes": Recurring(timedelta(minutes=5), complete_intakes),
    "revoke_links_of_former_clients": Recurring(timedelta(minutes=5), revoke_links_of_former_clients),
    "expire_links": Recurring(timedelta(minutes=5), expire_links),
    "alert_of_deadlines": Recurring(timedelta(minutes=5), alert_of_deadlines),
    "purge_expired_sessions": Recurring(timedelta(hours=1), purge_expired_sessions),
    "renew_subscriptions": Recurring(timedelta(hours=6), renew_subscriptions),
    "forget_old_inbound_events": Recurring(timedelta(hours=6), forget_old_inbound_events),
    "forget_unclaimed_secrets": Recurring(timedelta(hours=6), forget_unclaimed_secrets),
    "forget_old_states": Recurring(timedelta(hours=1), forget_old_states),
    "purge_expired_tokens": Recurring(timedelta(hours=1), purge_expired_tokens),
    "purge_finished_tasks": Recurring(timedelta(hours=6), purge_finished_tasks),
}

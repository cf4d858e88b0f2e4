"""Jobs for webhook endpoints, apart from delivering to them. Each is safe to run twice."""

from intake.core.addresses import public_url
from intake.core.clock import iso, now
from intake.core.db import db
from intake.core.leases import FARTHEST
from intake.core.purging import purge
from intake.engine.events.models import Event
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification, send_alert
from intake.messaging.notifications.models import office_addresses
from intake.messaging.notifications.states import WEBHOOK_DISABLED

from .models import Delivery, Webhook
from .states import KEPT_FOR, LONGEST_DELAY, LONGEST_PAUSE, PENDING


def notify_endpoint_disabled(webhook_id):
    """Notify the firm once, by mail and in its feed, that its endpoint was disabled, unless it is active or gone."""
    webhook = Webhook.to_report(webhook_id)
    if webhook is None:
        return
    moment = now()
    occasion = f"{webhook.id} {iso(moment)}"
    with db.atomic():
        if webhook.change(Webhook.reported_at.is_null(), reported_at=moment, updated_at=webhook.updated_at):
            record_notification(webhook.firm_id, WEBHOOK_DISABLED, occasion, {"webhook_id": webhook.id},
                                webhook=webhook)
            send_alert(webhook.firm, "webhook_disabled", f"disabled {occasion}", EMAIL, office_addresses(webhook.firm),
                       webhook=webhook, reason=webhook.disabled_reason,
                       address=public_url(f"/settings/developers/webhooks/{webhook.id}"))


def purge_old_deliveries():
    """Delete finished deliveries older than 30 days with their attempts, and relayed events without deliveries."""
    before = now() - KEPT_FOR
    purge(Delivery, Delivery.created_at, before, Delivery.status != PENDING)
    purge(Event, Event.created_at, before, Event.relayed_at.is_null(False), ~Delivery.any_of_event())


def recall_postponed_deliveries():
    """Make due the deliveries, and end the pauses of endpoints, that a fast clock has postponed.

    Times of relaying, claiming or attempting in the future show that, even if the clock was ahead by less than a delay.
    """
    moment = now()
    ahead = moment + FARTHEST
    Delivery.update(due_at=moment).where(Delivery.status == PENDING, Delivery.due_at > ahead, (
        Delivery.due_at > moment + 2 * LONGEST_DELAY) | (Delivery.created_at > ahead)
        | Delivery.leased_by.is_null(False) | Delivery.was_attempted_after(ahead)).execute()
    Webhook.update(open_until=None).where(Webhook.open_until > moment + 2 * LONGEST_PAUSE).execute()

"""Jobs about webhook endpoints, beside delivering to them. Each is safe to run twice."""

from datetime import timedelta

from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.events.models import Event
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification, send_alert
from intake.messaging.notifications.states import WEBHOOK_DISABLED

from .models import Delivery, Webhook
from .states import PENDING

KEPT_FOR = timedelta(days=30)
_BATCH = 1000


def notify_endpoint_disabled(webhook_id):
    """Notify the firm once, by mail and in its feed, that its endpoint was disabled, unless it is active again or gone.
    """
    webhook = Webhook.to_report(webhook_id)
    if webhook is None:
        return
    moment = now()
    occasion = f"{webhook.id} {iso(moment)}"
    with db.atomic():
        if webhook.change(Webhook.reported_at.is_null(), reported_at=moment, updated_at=webhook.updated_at):
            record_notification(webhook.firm_id, WEBHOOK_DISABLED, occasion, {"webhook_id": webhook.id},
                                webhook=webhook)
            send_alert(webhook.firm, "webhook_disabled", f"disabled {occasion}", EMAIL, [webhook.firm.email],
                       webhook=webhook, reason=webhook.disabled_reason)


def purge_old_deliveries():
    """Delete deliveries that finished more than 30 days ago with their attempts, and events without deliveries.

    Done in small batches, so that nothing else ever waits for a lock.
    """
    before = now() - KEPT_FOR
    while _delete_batch(Delivery, Delivery.finished_before(before), Delivery.status != PENDING) == _BATCH:
        pass
    while _delete_batch(Event, Delivery.events_done_before(before)) == _BATCH:
        pass


def _delete_batch(model, ids, *still):
    """`still` is checked again for each row as it is deleted: it may have been redelivered meanwhile."""
    return model.delete().where(model.id.in_(ids.limit(_BATCH)), *still).execute()

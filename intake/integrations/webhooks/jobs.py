"""What the worker does about webhook endpoints besides delivering to them."""

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
_BITE = 1000


def tell_of_disabled_endpoint(webhook_id):
    """The firm is told by mail and in its feed, once, that an endpoint of theirs was turned off, unless it is on again
    or gone.
    """
    webhook = Webhook.to_tell_of(webhook_id)
    if webhook is None:
        return
    moment = now()
    occasion = f"{webhook.id} {iso(moment)}"
    with db.atomic():
        if webhook.change(Webhook.told_at.is_null(), told_at=moment, updated_at=webhook.updated_at):
            record_notification(webhook.firm_id, WEBHOOK_DISABLED, occasion, {"webhook_id": webhook.id},
                                webhook=webhook)
            send_alert(webhook.firm, "webhook_disabled", f"disabled {occasion}", EMAIL, [webhook.firm.email],
                       webhook=webhook, reason=webhook.disabled_reason)


def forget_old_deliveries():
    """Deliveries that came to an end more than 30 days ago are gone with their attempts, and so are events that
    nobody waits for any more. Done in small bites, so that nothing else ever waits for a lock.
    """
    before = now() - KEPT_FOR
    while _bite(Delivery, Delivery.finished_before(before), Delivery.status != PENDING) == _BITE:
        pass
    while _bite(Event, Delivery.events_done_before(before)) == _BITE:
        pass


def _bite(model, ids, *still):
    """`still` is asked of each row once more when it is its turn: it may have been redelivered meanwhile."""
    return model.delete().where(model.id.in_(ids.limit(_BITE)), *still).execute()

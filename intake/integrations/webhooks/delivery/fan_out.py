"""Creates the deliveries of events."""

from intake.core.clock import now
from intake.core.db import db, insert_rows
from intake.core.ids import new_id
from intake.engine.events.router import Subscriptions
from intake.engine.events.states import ALL, PUBLIC
from intake.integrations.webhooks.models import Delivery
from intake.integrations.webhooks.states import PENDING

_SUBSCRIBED = f"webhook.firm_id = event.firm_id AND webhook.active AND webhook.events ?| ARRAY[event.type, '{ALL}']"


def fan_out(event_ids: list[str]) -> None:
    """Create a delivery of each event for every active endpoint that subscribes to it. Call it in a transaction."""
    rows = db.execute_sql(
        f"""
        SELECT event.id, event.created_at, event.firm_id, webhook.id
        FROM events AS event JOIN webhooks AS webhook ON {_SUBSCRIBED}
        WHERE event.id = ANY(%s) ORDER BY webhook.id, event.id FOR KEY SHARE OF webhook
        """, (event_ids,)).fetchall() if event_ids else ()  # noqa: S608
    moment = now()
    insert_rows(Delivery, [
        {"id": new_id(Delivery.prefix), "firm_id": firm_id, "webhook_id": webhook_id, "event_id": event_id,
         "status": PENDING, "due_at": min(happened_at, moment), "created_at": moment}
        for event_id, happened_at, firm_id, webhook_id in rows])


ENDPOINTS = Subscriptions(PUBLIC, f"EXISTS (SELECT 1 FROM webhooks AS webhook WHERE {_SUBSCRIBED})", fan_out)  # noqa: S608
"""The firms' endpoints, as subscribers of public events."""

"""Counts deliveries to an endpoint by outcome, hour by hour (docs/behaviour.md, "Events and webhooks")."""

from datetime import timedelta

from intake.core.clock import now

from .models import Delivery
from .states import OUTCOMES

HOURS = 24
_HOUR = timedelta(hours=1)


def delivery_statistics(webhook):
    """Return the statistics of the last 24 hours as `DeliveryStatistics` shows them; the present hour is the last."""
    until = now().replace(minute=0, second=0, microsecond=0) + _HOUR
    begin = until - HOURS * _HOUR
    hours = {begin + number * _HOUR: dict.fromkeys(OUTCOMES, 0) for number in range(HOURS)}
    for hour, outcome, count in Delivery.outcomes_by_hour(webhook, webhook.id, begin):
        if hour in hours:
            hours[hour][outcome] = count
    totals = {outcome: sum(counts[outcome] for counts in hours.values()) for outcome in OUTCOMES}
    return {"webhook_id": webhook.id, "since": begin, "until": until, "totals": totals,
            "hours": [{"hour": hour} | counts for hour, counts in hours.items()]}

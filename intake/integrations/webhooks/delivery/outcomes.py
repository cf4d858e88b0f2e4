"""The outcomes of attempts, and their consequences for deliveries and endpoints."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from intake.accounts.audit.recording import record_act
from intake.core.clock import iso, now
from intake.core.clock_difference import is_clock_right
from intake.core.counters import add
from intake.core.db import db
from intake.core.ids import new_id
from intake.engine.events.actions import record_event
from intake.integrations.webhooks import states
from intake.integrations.webhooks.models import Delivery, DeliveryAttempt, Webhook

from .claiming import Dispatch

ATTEMPTS = "delivery_attempts:"
"""The prefix of the names of the counters of attempts, one per outcome."""

_COSTLY = ("timeout", "connect", "dns", "tls")
"""Errors after which an endpoint is paused: each may have kept a sender busy for seconds."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attempt: a `status` or an `error`; neither without an attempt. `retry_after` is in seconds."""

    dispatch: Dispatch
    attempted_at: datetime
    duration_ms: int
    status: int | None = None
    body: str | None = None
    error: str | None = None
    retry_after: int | None = None

    @property
    def was_made(self):
        return self.status is not None or self.error is not None

    @property
    def delivered(self):
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self):
        return self.status == 410

    @property
    def label(self):
        """The outcome in one word: `delivered`, the kind of error, or the class of the answer, such as `5xx`."""
        return "delivered" if self.delivered else self.error or f"{str(self.status)[0]}xx"

    @property
    def is_news(self):
        """Whether the endpoint's row has to change: another success within a second need not be written."""
        return not (self.delivered and self.dispatch.thriving)


def record(worker_id, outcomes):
    """Record a batch of outcomes, and their consequences for deliveries and endpoints.

    Statements that need no answer travel with the COMMIT: while many senders are busy, this thread has to wait its turn
    after each answer.
    """
    with db.atomic():
        webhooks = Webhook.locked({outcome.dispatch.webhook_id for outcome in outcomes if outcome.is_news})
        _pause({outcome.dispatch.webhook_id for outcome in outcomes if not outcome.was_made})
        mine = finish(worker_id, outcomes)
        for outcome in mine:
            db.insert_at_commit(DeliveryAttempt, {
                "id": new_id(DeliveryAttempt.prefix), "firm_id": outcome.dispatch.firm_id,
                "delivery_id": outcome.dispatch.delivery_id, "attempted_at": outcome.attempted_at,
                "duration_ms": outcome.duration_ms, "response_status": outcome.status, "response_body": outcome.body,
                "error": outcome.error, "created_at": now()})
        _update_endpoints(webhooks, _decisive(mine))
        add(Counter(f"{ATTEMPTS}{outcome.label}" for outcome in mine))


def finish(worker_id, outcomes):
    """Give the deliveries their new state. Return the outcomes whose row was still this worker's.

    Deliveries that were not attempted come due again when their lease ends.
    """
    moment = now()
    rows = []
    for outcome in filter(lambda outcome: outcome.was_made, outcomes):
        attempts = outcome.dispatch.attempts + 1
        delay = None if outcome.delivered else states.retry_delay(attempts, outcome.retry_after)
        status = states.FAILED if delay is None or outcome.gone else states.PENDING
        if outcome.delivered:
            status = states.DELIVERED
        rows.append((outcome.dispatch.delivery_id, status, attempts, moment + delay if delay else moment,
                     moment if outcome.delivered else None))
    if not rows:
        return []
    columns = [list(column) for column in zip(*rows, strict=True)]
    finished = {id for (id,) in db.execute_sql(_FINISH, (*columns, worker_id)).fetchall()}
    return [outcome for outcome in outcomes if outcome.dispatch.delivery_id in finished]


_FINISH = """
WITH outcome AS (
    SELECT * FROM unnest(%s::text[], %s::text[], %s::integer[], %s::timestamptz[], %s::timestamptz[])
    AS outcome (id, status, attempts, due_at, delivered_at)
), mine AS (
    SELECT delivery.id FROM deliveries AS delivery JOIN outcome USING (id)
    WHERE delivery.status = 'pending' AND delivery.leased_by = %s ORDER BY delivery.id FOR UPDATE OF delivery
)
UPDATE deliveries AS delivery
SET status = outcome.status, attempts = outcome.attempts, due_at = outcome.due_at,
    delivered_at = outcome.delivered_at, leased_by = NULL
FROM mine JOIN outcome USING (id)
WHERE delivery.id = mine.id
RETURNING delivery.id
"""


def _pause(ids):
    """Pause these endpoints; their deliveries wait without losing an attempt."""
    if ids:
        Webhook.update(open_until=now() + states.LONGEST_PAUSE).where(Webhook.id.in_(list(ids))).execute()


def _decisive(outcomes):
    """Return the decisive outcome of each endpoint: that it is gone, else the last one that is news."""
    decisive: dict[str, Outcome] = {}
    for outcome in outcomes:
        known = decisive.get(outcome.dispatch.webhook_id)
        if outcome.is_news and not (known and known.gone):
            decisive[outcome.dispatch.webhook_id] = outcome
    return decisive


def _update_endpoints(webhooks, outcomes):
    """Update the active ones of these endpoints with their decisive outcomes; both arguments are by endpoint id."""
    pairs = [(webhooks[id], outcome) for id, outcome in outcomes.items() if id in webhooks and webhooks[id].active]
    _record_successes([outcome for _, outcome in pairs if outcome.delivered])
    for webhook, outcome in pairs:
        if not outcome.delivered:
            _record_failure(webhook, outcome)


def _record_successes(outcomes):
    if not outcomes:
        return
    db.send_with_next(
        """
        UPDATE webhooks AS webhook
        SET failures = 0, failing_since = NULL, open_until = NULL, last_success_at = moment, last_triggered_at = moment
        FROM unnest(%s::text[], %s::timestamptz[]) AS success (id, moment) WHERE webhook.id = success.id
        """, ([outcome.dispatch.webhook_id for outcome in outcomes], [outcome.attempted_at for outcome in outcomes]))


def _record_failure(webhook, outcome):
    failures = webhook.failures + 1
    webhook.change(
        failures=failures, failing_since=webhook.failing_since or outcome.attempted_at,
        open_until=now() + states.pause(failures) if outcome.error in _COSTLY else None,
        last_triggered_at=outcome.attempted_at, updated_at=webhook.updated_at)
    if outcome.gone:
        _disable(webhook, states.GONE)
    elif (failures >= states.FAILURES_ARE_ENOUGH and now() - webhook.failing_since > states.FAILING_IS_ENOUGH
          and is_clock_right()):
        _disable(webhook, states.FAILING)


def _disable(webhook, reason):
    webhook.change(active=False, disabled_reason=reason)
    Delivery.cancel_pending(webhook)
    record_act("webhook.disabled", webhook, reason=reason)
    record_event("webhook.disabled", webhook.firm_id, {
        "webhook_id": webhook.id, "url": webhook.url, "reason": reason,
        "failing_since": iso(webhook.failing_since)})

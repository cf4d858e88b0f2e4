"""Chooses the deliveries to attempt next.

With several workers:

1. `fan_out` creates a delivery row for each endpoint that subscribed to an event, in the transaction that marks the
   event as relayed. Such an endpoint cannot be turned off until that transaction ends.
2. `claim` moves `due_at` of some due rows past the lease. Rows that another worker is claiming are skipped. It takes
   a few rows at a time of a proven endpoint, one of any other, none of a paused one.
3. `outcomes.record` writes the outcomes of rows that are still this worker's, in one transaction per batch.

A worker that is killed between 2 and 3 leaves rows that come due again when the lease ends: at least once, never lost.
"""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from intake.core.clock import now
from intake.core.db import ASYNCHRONOUS_COMMIT, db
from intake.engine.events.models import envelope
from intake.integrations.webhooks.models import sealed_secrets
from intake.integrations.webhooks.states import HEALTHY_SLOTS, LEASE, PROVEN_FOR, UNPROVEN_SLOTS


@dataclass(frozen=True, eq=False)
class Dispatch:
    """A claimed delivery with everything needed to send it; the secrets are still encrypted."""

    delivery_id: str
    firm_id: str
    webhook_id: str
    url: str
    sealed_secrets: tuple
    event_id: str
    body: bytes
    attempts: int
    prompt: bool
    """Whether the endpoint is proven and answers at once."""
    thriving: bool
    """Whether it succeeded within the last second."""


def claim(worker_id, senders, in_flight, slow=()):
    """Lease due deliveries to this worker, as many as it has free `senders`. Return them as `Dispatch`es.

    `in_flight` are the dispatches that this worker is already sending, `slow` the ids of endpoints whose last answer
    took long. The longest due come first, except that slow and unproven endpoints together never get more than half of
    the senders, so that some are always free for prompt ones, and failed ones come last.
    """
    if len(in_flight) >= senders:
        return []
    moment = now()
    busy = Counter(dispatch.webhook_id for dispatch in in_flight)
    rows = db.execute_sql(ASYNCHRONOUS_COMMIT + _CLAIM, {
        "now": moment, "lease": moment + LEASE, "worker": worker_id, "busy": json.dumps(busy), "slow": list(slow),
        "free": senders - len(in_flight),
        "doubtful": (senders + 1) // 2 - sum(not dispatch.prompt for dispatch in in_flight),
        "healthy": HEALTHY_SLOTS, "unproven": UNPROVEN_SLOTS, "proven_since": moment - PROVEN_FOR}).fetchall()
    return [_dispatch(_Claimed(*row)) for row in rows]


# The endpoints with something pending are found by jumping from one to the next in the index: the cost grows with
# their number, not with the length of a dead endpoint's backlog.
_CLAIM = """
WITH RECURSIVE endpoint AS (
    (SELECT webhook_id AS id FROM deliveries WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT webhook_id FROM deliveries WHERE status = 'pending' AND webhook_id > endpoint.id
            ORDER BY webhook_id LIMIT 1)
    FROM endpoint WHERE endpoint.id IS NOT NULL
), judged AS (
    SELECT webhook.id, webhook.failures > 0 AS failing,
           coalesce(webhook.failures = 0 AND webhook.last_success_at > %(proven_since)s, false) AS proven
    FROM endpoint JOIN webhooks AS webhook USING (id)
    WHERE webhook.active AND (webhook.open_until IS NULL OR webhook.open_until <= %(now)s)
), ready AS (
    SELECT id, failing, proven AND id <> ALL (%(slow)s::text[]) AS prompt,
           CASE WHEN proven THEN %(healthy)s ELSE %(unproven)s END
           - coalesce((%(busy)s::jsonb ->> id)::integer, 0) AS slots
    FROM judged
), waiting AS (
    SELECT one.id, one.due_at, ready.prompt,
           row_number() OVER (PARTITION BY ready.prompt ORDER BY ready.failing, one.due_at, one.id) AS place
    FROM ready CROSS JOIN LATERAL (
        SELECT delivery.id, delivery.due_at FROM deliveries AS delivery
        WHERE delivery.webhook_id = ready.id AND delivery.status = 'pending' AND delivery.due_at <= %(now)s
        ORDER BY delivery.due_at, delivery.id LIMIT greatest(ready.slots, 0) FOR UPDATE SKIP LOCKED
    ) AS one
), due AS (
    SELECT id, prompt FROM waiting WHERE prompt OR place <= %(doubtful)s ORDER BY due_at, id LIMIT %(free)s
)
UPDATE deliveries AS delivery SET due_at = %(lease)s, leased_by = %(worker)s
FROM due, webhooks AS webhook, events AS event
WHERE delivery.id = due.id AND webhook.id = delivery.webhook_id AND event.id = delivery.event_id
RETURNING delivery.id, delivery.firm_id, webhook.id, webhook.url, webhook.secret, webhook.previous_secret,
          webhook.previous_secret_until, event.id, event.type, event.created_at, event.data, delivery.attempts,
          due.prompt, webhook.failures = 0 AND webhook.last_success_at > %(now)s - interval '1 second'
"""


class _Claimed(NamedTuple):
    """A row that the statement returns."""

    delivery_id: str
    firm_id: str
    webhook_id: str
    url: str
    secret: str
    previous_secret: str | None
    previous_secret_until: datetime | None
    event_id: str
    event_type: str
    created_at: datetime
    data: dict
    attempts: int
    prompt: bool
    thriving: bool | None


def _dispatch(row):
    payload = envelope(row.event_id, row.event_type, row.created_at, row.firm_id, row.data)
    return Dispatch(
        delivery_id=row.delivery_id, firm_id=row.firm_id, webhook_id=row.webhook_id, url=row.url,
        sealed_secrets=sealed_secrets(row.secret, row.previous_secret, row.previous_secret_until),
        event_id=row.event_id, body=json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode(),
        attempts=row.attempts, prompt=row.prompt, thriving=bool(row.thriving))

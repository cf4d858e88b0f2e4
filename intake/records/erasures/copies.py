"""Copies of a record's data: events and deliveries, notifications, tasks, answers stored for idempotency keys."""

from intake.accounts.access.models import IdempotencyRecord
from intake.core.db import db
from intake.engine.tasks.queues import task_queues

from .models import ErasureItem
from .states import WINDOW
from .tables import COPIED

_REMEMBERED = ("notifications", "tasks")
"""Tables whose ids are kept until the sweep: messages are named after notifications, jobs after tasks."""

_ID = "'[a-z]+_[0-9A-HJKMNP-TV-Z]{26}'"


def delete_copies(erasure):
    """Delete the rows of `COPIED` that mention an erased record, part by part; each part is counted in its own
    transaction. Calling it again continues with the rest, and again removes copies that Redis may have.
    """
    for table, rule in COPIED.items():
        ids = ErasureItem.ids(erasure)
        after = ""
        while after is not None:
            with db.atomic():
                gone, after = _delete_part(erasure, table, rule, ids, after)
                erasure.add({table: len(gone)})
                if table in _REMEMBERED and gone:
                    _remember(erasure, table, gone)
    task_queues.forget(ErasureItem.ids(erasure, "tasks"))
    with db.atomic():
        erasure.add({"idempotency_records": IdempotencyRecord.delete_mentioning(erasure, ErasureItem.ids(erasure))})


def _delete_part(erasure, table, rule, ids, after):
    """Delete the next rows that mention one of the ids. Return their ids, and the last id examined, if any."""
    text = f"concat_ws(' ', {', '.join(rule.columns)})"
    mentions = f"EXISTS (SELECT FROM regexp_matches({text}, {_ID}, 'g') AS found WHERE found[1] = ANY(%(ids)s))"
    values = {"firm": erasure.firm_id, "ids": ids, "after": after, "window": WINDOW}
    first = ""
    if rule.first:
        first = (f"before AS (DELETE FROM {rule.first[0]} WHERE firm_id = %(firm)s "  # noqa: S608 (our own names)
                 f"AND {rule.first[1]} IN (SELECT id FROM hit)), ")
    [[gone, last]] = db.execute_sql(
        f"WITH part AS (SELECT * FROM {table} WHERE firm_id = %(firm)s AND id > %(after)s "  # noqa: S608
        f"ORDER BY id LIMIT %(window)s), hit AS (SELECT id FROM part WHERE NOT ({rule.unless}) AND {mentions}), {first}"
        f"gone AS (DELETE FROM {table} WHERE firm_id = %(firm)s AND id IN (SELECT id FROM hit) RETURNING id) "
        "SELECT coalesce((SELECT array_agg(id) FROM gone), '{}'), (SELECT max(id) FROM part)", values).fetchall()
    return gone, last


def _remember(erasure, table, ids):
    db.execute_sql("INSERT INTO erasure_items (firm_id, erasure_id, kind, record_id) SELECT %s, %s, %s, unnest(%s) "
                   "ON CONFLICT DO NOTHING", (erasure.firm_id, erasure.id, table, ids))

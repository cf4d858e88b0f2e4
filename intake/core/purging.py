"""Deleting expired rows, however many there are."""

from datetime import datetime
from typing import Any

from peewee import SQL, Model, NodeList

BATCH = 1000


def purge(model: type[Model], age: Any, before: datetime, *conditions: Any) -> None:
    """Delete the rows of a model whose column `age`, which is indexed, is before the moment.

    Only rows that fulfil the conditions are deleted. Each batch is a transaction of a few milliseconds, so that nothing
    waits for a lock, and no number of rows takes longer than a statement may. Rows that are locked are left to the next
    run.
    """
    reached: list[Any] = []
    while True:
        # The next batch begins where the last one ended, and does not step over the entries of deleted rows again.
        old = (model.select(SQL("ctid")).where(age < before, *conditions, *reached).order_by(age).limit(BATCH)
               .for_update(skip_locked=True))
        rows = model.delete().where(NodeList((SQL("ctid = ANY(ARRAY"), old, SQL(")")))).returning(age).execute()
        moments = [getattr(row, age.name) for row in rows]
        if len(moments) < BATCH:
            return
        reached = [age >= max(moments)]

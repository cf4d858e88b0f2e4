"""Does the same for many records, so that one failure does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import Any

from intake.core.db import UNAVAILABLE, db, leave_no_transaction
from intake.core.logging import error_fields

_log = logging.getLogger(__name__)


def for_each_isolated(ids: Iterable[str], act: Callable[[str], object], message: str) -> None:
    """Call `act(id)` for each id. A failure is logged with the message and left to the next run.

    Raises the database's error if it is unavailable, because all the others would fail as well.
    """
    for id in ids:
        try:
            act(id)
        except UNAVAILABLE:
            raise
        except Exception as error:
            _log.error(message, extra={"about": id} | error_fields(error))
            leave_no_transaction()


def for_each_in_savepoint(records: Iterable[Any], act: Callable[[Any], object], message: str) -> None:
    """As `for_each_isolated`, for records that one transaction has claimed: what `act(record)` wrote before it failed
    is undone, and the rest is committed.
    """
    for record in records:
        try:
            with db.savepoint():
                act(record)
        except UNAVAILABLE:
            raise
        except Exception as error:
            _log.error(message, extra={"about": record.id} | error_fields(error))

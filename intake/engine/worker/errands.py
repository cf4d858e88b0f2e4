"""What the worker's main thread does whenever RQ calls it. Redis only rings: what is to be done stands in Postgres."""

import logging
import os
import threading
import time

from intake.core.db import db
from intake.core.ids import new_id
from intake.core.logging import error_fields
from intake.engine.tasks.actions import perform_next
from intake.listeners import TASKS
from intake.schedule import SCHEDULE

from . import scheduler as agenda

WORKER_ID = f"{os.uname().nodename}-{new_id('worker')}"
"""This process, told apart from every other and from those before it."""

stopping = threading.Event()
"""Set when nothing more is to be begun."""

_FAIR_SHARE_SECONDS = 30
_log = logging.getLogger(__name__)


def do_what_is_due():
    """Due lines of the schedule have run, and the tasks that wait were performed; after half a minute it looks again.

    Never raises: what could not be done stays due.
    """
    try:
        for name in agenda.due():
            if agenda.take(name):
                _run(name)
        _perform_tasks()
    except Exception as error:  # the database is away
        _log.error("the worker could not see what is due", extra=error_fields(error))
        db.dispose()


def _run(name):
    try:
        SCHEDULE[name].function()
    except Exception as error:
        _log.error("a line of the schedule failed", extra={"line": name} | error_fields(error))


def _perform_tasks():
    ends = time.monotonic() + _FAIR_SHARE_SECONDS
    while not stopping.is_set() and perform_next(WORKER_ID, TASKS) and time.monotonic() < ends:
        pass

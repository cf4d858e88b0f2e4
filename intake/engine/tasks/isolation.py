"""Doing the same for many, so that one that fails does not keep the others from it."""

import logging

from peewee import InterfaceError, OperationalError

from intake.core.db import db
from intake.core.logging import error_fields

_log = logging.getLogger(__name__)


def for_each_isolated(ids, act, sentence):
    """`act(id)` was done for each; of one that failed the log says the sentence, and it is up to the next run.

    Raises what the database raises when it is away, for then all the others would fail as well.
    """
    for id in ids:
        try:
            act(id)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            _log.error(sentence, extra={"about": id} | error_fields(error))
            if db.in_transaction():  # only after a bug; the next one must not inherit it
                db.dispose()

"""`flask secrets`: re-encrypts stored secrets with a new key."""

import logging
from functools import reduce
from operator import and_

from flask.cli import AppGroup

from intake.core.crypto import vault
from intake.core.errors import KeyMissing
from intake.operations.health.sealed import SEALED_COLUMNS, sealed_rows

from .command import prints_result

_log = logging.getLogger(__name__)
secrets = AppGroup("secrets", help="Encrypt stored secrets with another key.")


@secrets.command("rotate")
@prints_result("Everything that can be decrypted is encrypted with the first of TOKEN_ENCRYPTION_KEYS:",
               is_fault=lambda counts: counts["unreadable"])
def rotate():
    """Encrypt everything with the first of TOKEN_ENCRYPTION_KEYS; may run while Intake runs, and repeatedly.

    `unreadable` counts secrets that no key decrypts. While there are any, keep the old keys; the command exits with 1.
    """
    counts = {"resealed": 0, "unreadable": 0}
    for column in SEALED_COLUMNS:
        for keys, sealed in sealed_rows(column):
            try:
                _replace(column, keys, sealed, vault.reseal(sealed))
                counts["resealed"] += 1
            except KeyMissing:
                counts["unreadable"] += 1
                _log.warning("secret not decrypted: no key fits",
                             extra={"table": column.model._meta.table_name, "about": keys})
    return counts


def _replace(column, values, before, after):
    """Replace the value unless it has changed meanwhile: a new value is encrypted with the first key already."""
    keys = column.model._meta.get_primary_keys()
    matching = reduce(and_, (key == value for key, value in zip(keys, values, strict=True)))
    column.model.update({column: after}).where(matching, column == before).execute()

"""Removing the data about an erased record from the audit log's entries, so that the chain can still be verified.

An emptied entry keeps its hash, which the next one refers to, although its content can no longer be compared with it.
What is left of it is hashed again, and these hashes are stored in a later entry, which is chained like any other. So
every entry is either complete, or was emptied by an erasure that the chain has a record of.
"""

from collections.abc import Callable, Sequence

from intake.core.db import db
from intake.core.ids import new_id

from .chain import SEALED, chain, hash_of
from .models import AuditEntry
from .recording import Audited, record_act

_WINDOW = 500


def seal_about(record: Audited, ids: Sequence[str], count: Callable[[int], object]) -> None:
    """Remove address, request and details of the firm's entries that are about the ids or name one.

    `record` is the erased one. Each part is a transaction, in which `count` is called with the part's number of
    entries; calling this again continues with the rest.
    """
    chain(record.firm_id)
    position = 0
    while True:
        with db.atomic():
            entries, until = AuditEntry.mentioning(record.firm_id, ids, position, _WINDOW)
            if entries:
                _seal(record, entries)
                count(len(entries))
        if until is None:
            chain(record.firm_id)
            return
        position = until


def _seal(record: Audited, entries: Sequence[AuditEntry]) -> None:
    sealing_id = new_id(AuditEntry.prefix)
    AuditEntry.seal(entries, sealing_id)
    hashes = {}
    for entry in entries:
        entry.address, entry.request_id, entry.details = None, None, {}  # type: ignore[assignment]
        hashes[str(entry.position)] = hash_of(entry)
    record_act(SEALED, record, entry_id=sealing_id, entries=hashes)

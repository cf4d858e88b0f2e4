"""Chain the entries of the audit log, verify the chains, and purge their oldest entries (docs/decisions/0024).

Entries are chained after they are committed, so that a firm's writers never wait for one another. If two processes
chain the same firm's entries, the second waits for the first.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from intake.core.db import ASYNCHRONOUS_COMMIT, REPEATABLE_READ, db
from intake.engine.tasks.isolation import for_each_isolated

from .models import AuditChain, AuditEntry

_BATCH = 1000

SEALED = "audit_log.sealed"
"""The act of an entry that holds the hashes of sealed entries, as the sealing left them."""


@dataclass(frozen=True)
class Verification:
    """How many entries were verified, and the id of the first that is changed, out of place or missing.

    A missing entry is reported by the id of the entry after it, or by its own id at the end of a chain.
    """

    rows: int
    first_bad: str | None


def chain_all(is_over: Callable[[], bool] = lambda: False) -> None:
    """Chain the entries of every firm that are not chained yet; begin no other firm once it `is_over`."""
    firms = takewhile(lambda _: not is_over(), AuditEntry.firms_with_unchained())
    for_each_isolated(firms, chain, "audit log not chained")


def chain(firm_id: str) -> None:
    """Chain the firm's entries that are not chained yet, in the order of their ids.

    An entry whose transaction committed late follows those that were chained before it.
    """
    while True:
        with db.atomic():
            db.execute_sql(ASYNCHRONOUS_COMMIT)
            ends = AuditChain.locked(firm_id)
            entries = AuditEntry.unchained(firm_id, _BATCH)
            _append(ends, entries)
        if len(entries) < _BATCH:
            return


def verify(firm_id: str) -> Verification:
    """Verify the firm's whole chain as it is at this moment, with the entries that were not chained yet."""
    found, unconfirmed = _check(firm_id)
    if not found.first_bad and AuditEntry.unchained(firm_id, 1):
        chain(firm_id)  # not earlier: nothing can be added to a chain whose end was changed
        found, unconfirmed = _check(firm_id)
    return Verification(found.rows, found.first_bad or unconfirmed)


def _check(firm_id: str) -> tuple[Verification, str | None]:
    """Verify the chained entries. Also return the id of the first sealed one that no later entry names."""
    rows, sealed = 0, _Sealed()
    with db.atomic(REPEATABLE_READ):
        ends = AuditChain.of_firm(firm_id)
        position: Any = ends.first_position
        previous: Any = ends.anchor_hash
        for entry in AuditEntry.chained(firm_id, _BATCH):
            fits = (entry.position, entry.previous_hash) == (position, previous) and (
                sealed.noted(entry) or entry.hash == hash_of(entry))
            if not fits or position > ends.last_position or not sealed.confirmed_by(entry):
                return Verification(rows, entry.id), None
            position, previous, rows = position + 1, entry.hash, rows + 1
        complete = (position - 1, previous) == (ends.last_position, ends.last_hash)
    return Verification(rows, None if complete else ends.last_id or firm_id), sealed.first_unconfirmed


class _Sealed:
    """Entries from which an erasure removed a part, until the later entry that has their hashes (`sealing.py`)."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[str, str, str]] = {}

    def noted(self, entry: AuditEntry) -> bool:
        """Return whether the entry is sealed. If so, keep the hash of what the sealing left, by its position."""
        if entry.sealed_by:
            self._waiting[str(entry.position)] = (str(entry.sealed_by), hash_of(entry), entry.id)
        return bool(entry.sealed_by)

    def confirmed_by(self, entry: AuditEntry) -> bool:
        """Whether every sealed entry that this entry names, unless purged, has the hash that it gives for it."""
        named: Any = entry.details.get("entries", {}) if entry.action == SEALED and not entry.sealed_by else {}
        found = {position: self._waiting.pop(position) for position in named if position in self._waiting}
        return all((by, left) == (entry.id, named[position]) for position, (by, left, _) in found.items())

    @property
    def first_unconfirmed(self) -> str | None:
        """The id of the first sealed entry that no later one names."""
        return next((id for _, _, id in self._waiting.values()), None)


def purge(firm_id: str, before: datetime) -> None:
    """Delete the entries at the beginning of the firm's chain that were made before the moment."""
    while True:
        with db.atomic():
            ends = AuditChain.locked(firm_id)
            oldest = AuditEntry.oldest(firm_id, _BATCH)
            kept = next((number for number, entry in enumerate(oldest) if entry.created_at >= before), len(oldest))
            if not kept:
                return
            last: Any = oldest[kept - 1]
            ends.move(first_position=last.position + 1, anchor_hash=last.hash)
            AuditEntry.delete_chained(firm_id, last.position)
        if kept < _BATCH:
            return


def hash_of(entry: AuditEntry) -> str:
    """Return the SHA-256 of the entry, its position and the hash before it, in hex."""
    content = [entry.previous_hash, entry.position, entry.firm_id, entry.id,
               entry.created_at.astimezone(UTC).isoformat(), entry.action, entry.actor_type, entry.actor_id,
               entry.record_type, entry.record_id, entry.address, entry.request_id, entry.details]
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _append(ends: AuditChain, entries: Sequence[AuditEntry]) -> None:
    if not entries:
        return
    position, previous = ends.last_position, ends.last_hash
    for entry in entries:
        entry.position, entry.previous_hash = position + 1, previous
        entry.hash = hash_of(entry)
        position, previous = entry.position, entry.hash
    AuditEntry.store_positions(entries)
    ends.move(last_position=position, last_hash=previous, last_id=entries[-1].id)

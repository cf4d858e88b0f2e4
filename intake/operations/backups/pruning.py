"""Removes backups that are too old, what killed processes left behind, and objects that no backup needs."""

import heapq
import logging
from datetime import datetime, timedelta

from intake.core.clock import now

from .catalogue import BACKUPS, backup_ids, object_paths, summaries, summary_path
from .encryption import Damaged
from .inventory import OBJECTS

_LONGEST_STEP = timedelta(days=2)
"""How long after the backup before it the latest one may have been made, as far as the age of others is concerned. A
machine whose clock has jumped ahead would otherwise remove them all at once.
"""

_log = logging.getLogger(__name__)


def prune(target, latest, keep_days):
    """Remove backups older than that many days, except the latest one; only while no backup is being made.

    If the list of backups is damaged, nothing is removed: the new backup is not affected.
    """
    try:
        _prune(target, latest, timedelta(days=keep_days))
    except Damaged as error:
        _log.error("old backups were not removed", extra={"reason": str(error)})


def _prune(target, latest, keep):
    complete, damaged = summaries(target)
    if damaged:
        raise damaged[0]
    made = {each["id"]: datetime.fromisoformat(each["created_at"]) for each in complete}
    oldest = min([now(), *(made[id] + _LONGEST_STEP for id in sorted(made)[-2:] if id != latest)]) - keep
    kept = [id for id in made if id == latest or made[id] >= oldest]
    for backup_id in backup_ids(target):
        if backup_id not in kept:
            target.delete(summary_path(backup_id))  # first: what has no summary is not complete
            for path in list(target.paths(f"{BACKUPS}{backup_id}/")):
                target.delete(path)
    needed = heapq.merge(*(object_paths(target, backup_id) for backup_id in kept))
    for path in list(_without(target.paths(OBJECTS), needed)):
        target.delete(path)


def _without(paths, needed):
    """Yield the paths that are not needed. Both are in order; `needed` is read to its end, where damage shows."""
    current = next(needed, None)
    for path in paths:
        while current is not None and current < path:
            current = next(needed, None)
        if path != current:
            yield path
    for _ in needed:
        pass

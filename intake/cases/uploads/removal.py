"""Removing the files of uploads from the storage."""

from datetime import timedelta

from intake.core.clock import now
from intake.engine.tasks.actions import plan

_FOLDERS = ("files", "quarantine/files", "incoming")
_AGAIN_AFTER = timedelta(hours=1)
"""When tasks that had begun to read the file no longer run."""


def plan_removal(scope, *upload_ids):
    """Plan to remove everything stored under the ids of these uploads of the firm. Call it in a transaction.

    It is done again later: a task that is reading a file at this moment may still write pages, or a quarantined copy.
    """
    prefixes = [f"{folder}/{scope.firm_id}/{id}" for id in upload_ids for folder in _FOLDERS]
    for due_at in (None, now() + _AGAIN_AFTER):
        plan(scope.firm_id, "remove_files", *prefixes, due_at=due_at)

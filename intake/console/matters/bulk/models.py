"""Runs of actions on more matters than a request can change: the table."""

from peewee import IntegerField, JSONField, TextField

from intake.core.clock import now
from intake.core.purging import purge
from intake.core.tenancy import FirmRecord

from .states import ASKED, BATCH, DONE, KEPT_FOR, RUNNING


class BulkRun(FirmRecord):
    """An action on many matters, which the person `user_id` has chosen, for the worker."""

    prefix = "bulk"
    resource = "bulk_run"

    user_id = TextField()
    action = TextField()
    assigned_to = TextField(null=True)
    status = TextField(default=ASKED)
    ids = JSONField()
    undo = JSONField(default=list)
    failures = JSONField(default=list)
    done = IntegerField(default=0)

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit people who see only assigned matters to what they chose themselves."""
        return cls.user_id == scope.user.id

    @classmethod
    def purge_old(cls):
        """Delete the expired ones of all firms."""
        purge(cls, cls.created_at, now() - KEPT_FOR)

    @property
    def changed(self):
        """The ids of the matters that were changed."""
        failed = {id for id, _ in self.failures}
        return [id for id in self.ids[:self.done] if id not in failed]

    def next_ids(self):
        """Return the ids of the next matters, in the order in which one transaction locks them."""
        return sorted(self.ids[self.done:self.done + BATCH])

    def count(self, number, failures):
        """Count matters as done in their transaction. Return False if another worker has counted some meanwhile."""
        changes = {"failures": [*self.failures, *failures]} if failures else {}
        return self.change(BulkRun.status == RUNNING, BulkRun.done == self.done, done=self.done + number, **changes)

    def end(self):
        """Note that nothing more is done."""
        self.change(BulkRun.status == RUNNING, status=DONE)

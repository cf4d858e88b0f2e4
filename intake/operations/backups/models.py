"""The attempts at backups, as the database remembers them."""

from datetime import timedelta

from peewee import TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.db import Record, db

KEPT = timedelta(days=400)


class BackupRun(Record):
    """An attempt at a backup. One without `finished_at` is in progress, or its process was killed."""

    prefix = "bkr"

    finished_at = DateTimeTZField(null=True)
    error = TextField(null=True)

    @classmethod
    def begin(cls):
        """Record that an attempt begins, and return it."""
        cls.delete().where(cls.created_at < now() - KEPT).execute()
        return cls.create()

    def finish(self, error=None):
        """Record how the attempt ended."""
        BackupRun.update(finished_at=now(), error=error).where(BackupRun.id == self.id).execute()

    @classmethod
    def state(cls):
        """Return when the latest complete backup and the latest attempt began, and the error of the last finished one.

        All are None where there was none. What began in the future, by a clock that was wrong then, does not count.
        """
        return db.execute_sql(
            "SELECT max(created_at) FILTER (WHERE finished_at IS NOT NULL AND error IS NULL), max(created_at), "
            "(SELECT error FROM backup_runs WHERE finished_at IS NOT NULL AND created_at <= %(now)s "
            "ORDER BY created_at DESC LIMIT 1) FROM backup_runs WHERE created_at <= %(now)s", {"now": now()}).fetchone()

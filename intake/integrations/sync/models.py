"""The log of every run, which is also what the worker has to do."""

from peewee import IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.firms.models import FirmRecord
from intake.integrations.states import PENDING


class SyncLog(FirmRecord):
    """One run, or one document of one (interface, "Sync log")."""

    prefix = "sync"
    resource = "sync"

    integration_id = TextField()
    run_id = TextField(null=True)
    matter_id = TextField(null=True)
    upload_id = TextField(null=True)
    action = TextField()
    trigger = TextField()
    status = TextField(default=PENDING)
    external_id = TextField(null=True)
    error_code = TextField(null=True)
    error_message = TextField(null=True)
    details = JSONField(default=dict)
    waits = IntegerField(default=0)
    started_at = DateTimeTZField(null=True)
    finished_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "sync_logs"

    @classmethod
    def newest(cls, integration, *conditions):
        """The connection's entries, the newest first."""
        return (cls.of(integration).where(cls.integration_id == integration.id, *conditions)
                .order_by(cls.created_at.desc(), cls.id.desc()))

    @classmethod
    def documents_of(cls, run):
        """The documents of the run."""
        return cls.of(run).where(cls.run_id == run.id)

    @classmethod
    def last_run(cls, integration):
        """The run of the connection that ended last; None if none ever did."""
        return cls.newest(integration, cls.run_id.is_null(), cls.finished_at.is_null(False)).first()

    @classmethod
    def wait_for_turn(cls, integration, action, trigger, matter_id=None):
        """A run that waits for its turn, and whether it is new: one that waits for the same already will do."""
        wanted = {"firm_id": integration.firm_id, "integration_id": integration.id, "action": action,
                  "matter_id": matter_id}
        same = [getattr(cls, name) == value if value else getattr(cls, name).is_null()
                for name, value in wanted.items()]
        while True:
            run = cls(**wanted, trigger=trigger, created_at=now())
            if cls.insert(**run.__data__).on_conflict_ignore().execute():
                return run, True
            if waiting := cls.select().where(*same, cls.started_at.is_null(), cls.status == PENDING).first():
                return waiting, False  # otherwise it has begun this very moment, and another one may wait

"""The log of every run, which is also what the worker has to do; and what of ours stands for what there."""

from peewee import IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.tenancy import FirmRecord
from intake.integrations.platforms.states import PENDING


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
        return (cls.of(integration).where(cls.integration_id == integration.id, cls.run_id.is_null(),
                                          cls.finished_at.is_null(False))
                .order_by(cls.finished_at.desc(), cls.id.desc()).first())

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


class IntegrationLink(FirmRecord):
    """One record of ours and what stands for it there. Without `external_id` we were about to make that."""

    prefix = "lnk"
    resource = "integration_link"

    integration_id = TextField()
    kind = TextField()
    client_id = TextField(null=True)
    matter_id = TextField(null=True)
    upload_id = TextField(null=True)
    external_id = TextField(null=True)
    version = TextField(null=True)
    settled_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "integration_links"

    @classmethod
    def for_record(cls, integration, kind, **record):
        """The link of this record, `client_id=…` or another, and whether it is new, so without an `external_id`."""
        key = {"integration_id": integration.id, "kind": kind, **record}
        matching = [getattr(cls, name) == value for name, value in key.items()]
        link = cls.of(integration).where(*matching).first()
        return (link, False) if link else (cls.create(firm_id=integration.firm_id, **key), True)

    @classmethod
    def to_external(cls, integration, kind, external_id):
        """The links to what has this id there."""
        return cls.of(integration).where(
            cls.integration_id == integration.id, cls.kind == kind, cls.external_id == str(external_id))

    @classmethod
    def taken(cls, integration, kind, external_ids):
        """Those of the external ids that are linked already."""
        rows = cls.of(integration, cls.external_id).where(
            cls.integration_id == integration.id, cls.kind == kind, cls.external_id.in_(list(external_ids)))
        return {row.external_id for row in rows}

    @classmethod
    def forget(cls, integration, *conditions):
        """These links of the connection are gone."""
        cls.delete().where(cls.firm_id == integration.firm_id, cls.integration_id == integration.id,
                           *conditions).execute()

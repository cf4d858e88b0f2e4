"""The log of every run, which is also the queue of runs, and the links between our records and the platform's."""

from peewee import IntegerField, JSONField, TextField, Tuple, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.integrations.connections.models import ConnectionPart, Integration
from intake.integrations.connections.states import DEFAULT_SETTINGS, IDLE

from .states import FAILED, MATTER, PENDING, SKIPPED

SCANNED_IS_APPROVED = """EXISTS (SELECT 1 FROM uploads AS upload WHERE upload.firm_id = event.firm_id
    AND upload.id = event.data ->> 'upload_id' AND upload.status = 'approved')"""
"""The SQL condition of a scan's listener: the file was approved before the scan."""


class SyncLog(ConnectionPart):
    """One run, or one document of a run (docs/integrations.md)."""

    prefix = "sync"
    resource = "sync"

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

    @classmethod
    def newest_first(cls, integration, *conditions):
        """Return the connection's entries, the newest first."""
        return cls.of_connection(integration).where(*conditions).order_by(cls.created_at.desc(), cls.id.desc())

    @classmethod
    def failing(cls, integration):
        """Return the failed runs of matters with no later run, finished or waiting; the newest first."""
        return cls.newest_first(integration, *cls.is_failing(cls, integration))

    @classmethod
    def is_failing(cls, run, integration):
        """Return the conditions for `failing`; the arguments may be tables of another query."""
        later = cls.alias()
        since = later.select(later.id).where(
            later.firm_id == run.firm_id, later.matter_id == run.matter_id, later.run_id.is_null(),
            later.integration_id == run.integration_id, later.status != SKIPPED,
            Tuple(later.created_at, later.id) > Tuple(run.created_at, run.id))
        return (run.firm_id == integration.firm_id, run.integration_id == integration.id, run.status == FAILED,
                run.run_id.is_null(), run.matter_id.is_null(False), ~fn.EXISTS(since))

    @classmethod
    def count_ahead(cls, run):
        """Return the number of runs of the connection that have not ended and were queued before this one."""
        return cls.of(run).where(cls.integration_id == run.integration_id, cls.status == PENDING, cls.run_id.is_null(),
                                 Tuple(cls.created_at, cls.id) < Tuple(run.created_at, run.id)).count()

    @classmethod
    def documents_of(cls, run):
        """Return the entries of the run's documents."""
        return cls.of(run).where(cls.run_id == run.id)

    @classmethod
    def last_run(cls, integration):
        """Return the run of the connection that finished last; None if none has finished."""
        return (cls.of_connection(integration).where(cls.run_id.is_null(), cls.finished_at.is_null(False))
                .order_by(cls.finished_at.desc(), cls.id.desc()).first())

    @classmethod
    def queue(cls, integration, action, trigger, matter_id=None):
        """Return a run that has not started, and whether it is new: one queued for the same purpose is reused."""
        wanted = {"firm_id": integration.firm_id, "integration_id": integration.id, "action": action,
                  "matter_id": matter_id}
        same = [getattr(cls, name) == value for name, value in wanted.items()]
        while True:
            if run := cls.insert_once(**wanted, trigger=trigger):
                return run, True
            if queued := cls.select().where(*same, cls.started_at.is_null(), cls.status == PENDING).first():
                return queued, False  # otherwise it has just started, and a new one may be queued


class IntegrationLink(ConnectionPart):
    """One of our records and its counterpart at the platform, which is about to be created if `external_id` is null."""

    prefix = "lnk"
    resource = "integration_link"

    kind = TextField()
    client_id = TextField(null=True)
    matter_id = TextField(null=True)
    upload_id = TextField(null=True)
    external_id = TextField(null=True)
    version = TextField(null=True)
    settled_at = DateTimeTZField(null=True)

    @classmethod
    def of_platform_matter(cls, integration, external_id):
        """Return the link to the platform's matter with this id, None if there is none."""
        return cls.of_connection(integration).where(
            cls.kind == MATTER, cls.external_id == str(external_id)).first()

    @classmethod
    def linked_ids(cls, integration, kind, external_ids):
        """Return the ids among these, which are the platform's, that are already linked."""
        rows = cls.of(integration, cls.external_id).where(
            cls.integration_id == integration.id, cls.kind == kind, cls.external_id.in_(list(external_ids)))
        return {row.external_id for row in rows}


class LeadLink(ConnectionPart):
    """A lead and its contact and prospect at the platform; an id is missing while its record is about to be created.

    `error_code` says why the platform refused the lead, `platform_said` is its explanation.
    """

    prefix = "llnk"
    resource = "lead_link"

    lead_id = TextField()
    contact_id = TextField(null=True)
    external_id = TextField(null=True)
    error_code = TextField(null=True)
    platform_said = TextField(null=True)

    @classmethod
    def refusals(cls, lead):
        """Return a subquery for the platforms that refused the lead, as JSON: `platform`, `code`, and what it `said`.

        `lead` is `Lead` in the query around.
        """
        return cls.select(fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(
            "platform", Integration.platform, "code", cls.error_code, "said", cls.platform_said)), "[]")).join(
            Integration, on=Integration.referenced_by(cls.integration_id)).where(
            cls.firm_id == lead.firm_id, cls.lead_id == lead.id, cls.error_code.is_null(False))


def connection_status(integration):
    """Return the connection as the API and the page show it; `integration` may be None. At most two statements."""
    if integration is None:
        return {"connected": False, "settings": DEFAULT_SETTINGS, "last_sync": None, "sync_status": IDLE,
                "error": None, "webhook_url": None, "platform_user": None}
    active = integration.is_active
    return {
        "connected": integration.connected,
        "settings": integration.settings_in_force,
        "last_sync": SyncLog.last_run(integration),
        "sync_status": integration.sync_status,
        "error": integration.error,
        "webhook_url": integration.webhook_url if active else None,
        "platform_user": integration.platform_user if active else None,
    }

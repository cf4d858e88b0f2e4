"""The queries of the pages of integrations."""

from peewee import JOIN, fn

from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import IntegrationLink, SyncLog
from intake.integrations.sync.states import FAILED, MATTER, MOST_RETRIED

from .states import PER_PAGE


def connections_of(scope, *conditions):
    """Return the firm's connections by platform.

    Each has its `last_run`, None before the first, and the numbers of `linked` matters and of `failing` ones.
    """
    log = SyncLog.alias()
    last = log.select(log.id).where(
        log.firm_id == Integration.firm_id, log.integration_id == Integration.id, log.run_id.is_null(),
        log.finished_at.is_null(False)).order_by(log.finished_at.desc(), log.id.desc()).limit(1)
    linked = IntegrationLink.of(scope, fn.COUNT(1)).where(
        IntegrationLink.integration_id == Integration.id, IntegrationLink.kind == MATTER,
        IntegrationLink.external_id.is_null(False))
    failed = SyncLog.alias()
    failing = failed.select(fn.COUNT(1)).where(*SyncLog.is_failing(failed, Integration))
    rows = (Integration.of(scope, Integration, SyncLog, linked.alias("linked"), failing.alias("failing"))
            .join(SyncLog, JOIN.LEFT_OUTER, attr="last_run",
                  on=(SyncLog.firm_id == Integration.firm_id) & (SyncLog.id == last))
            .where(*conditions))
    return {each.platform: each for each in rows}


def failing_matters(integration):
    """Return the failed runs that are the latest of their matters, the newest first, each with its `matter`."""
    return list(_with_matters(SyncLog.failing(integration)).limit(MOST_RETRIED))


def history(integration, page, only_failed):
    """Return a page of the connection's log, the newest first, and whether more follow.

    Each entry has its `matter` and `upload`, None without one.
    """
    conditions = [SyncLog.status == FAILED] if only_failed else []
    rows = (_with_matters(SyncLog.newest_first(integration, *conditions))
            .select_extend(Upload.id, Upload.firm_id, Upload.filename)
            .join_from(SyncLog, Upload, JOIN.LEFT_OUTER, attr="upload", on=Upload.referenced_by(SyncLog.upload_id)))
    found = list(rows.limit(PER_PAGE + 1).offset((page - 1) * PER_PAGE))
    return found[:PER_PAGE], len(found) > PER_PAGE


def _with_matters(rows):
    return (rows.select_extend(Matter.id, Matter.firm_id, Matter.title)
            .join_from(SyncLog, Matter, JOIN.LEFT_OUTER, attr="matter", on=Matter.referenced_by(SyncLog.matter_id)))

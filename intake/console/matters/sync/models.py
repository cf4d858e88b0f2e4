"""The queries of a matter's syncs."""

from intake.console.frame.paging import page_of
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import IntegrationLink, SyncLog
from intake.integrations.sync.states import MATTER

_SHOWN = 50


def connections_of(scope, matter_id):
    """Return the firm's active connections, each with its `external_id` of the matter, None if it was not synced."""
    link = IntegrationLink.of(scope, IntegrationLink.external_id).where(
        IntegrationLink.integration_id == Integration.id, IntegrationLink.kind == MATTER,
        IntegrationLink.matter_id == matter_id)
    return list(Integration.of(scope, Integration, link.alias("external_id")).where(Integration.is_active)
                .order_by(Integration.platform))


def runs_of(scope, matter_id):
    """Return the requested page of the log about the matter and its documents, the newest first."""
    return page_of(SyncLog.of(scope).where(SyncLog.matter_id == matter_id).order_by(
        SyncLog.created_at.desc(), SyncLog.id.desc()), _SHOWN)

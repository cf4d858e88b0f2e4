"""Background jobs that sync; every job may run twice."""

from intake.cases.matters.models import Matter
from intake.integrations.connections.models import Integration
from intake.integrations.platforms.registry import PLATFORMS

from .actions import perform_run, plan_run
from .models import SyncLog
from .states import AUTOMATIC, PENDING, SYNC_MATTER


def sync(run_id):
    """Perform the run, unless it has ended."""
    run = SyncLog.for_job(run_id)
    if run and run.status == PENDING:
        perform_run(run)


def sync_approved(matter_id):
    """Plan a sync of the matter of an approved document, if the firm's settings ask for it."""
    _plan_automatic(Matter.for_job(matter_id), "auto_sync_on_approval")


def sync_created(matter_id):
    """Plan a sync of the new matter, if the firm's settings ask for it."""
    _plan_automatic(Matter.for_job(matter_id), "auto_sync_on_matter_created")


def sync_completed(matter_id):
    """Plan a sync after a completed intake with the platforms that get a note of it, if the firm syncs approvals."""
    with_notes = {segment for segment, platform in PLATFORMS.items() if platform.takes_note}
    _plan_automatic(Matter.for_job(matter_id), "auto_sync_on_approval", with_notes)


def _plan_automatic(matter, setting, segments=PLATFORMS):
    if matter is None:
        return
    for integration in list(Integration.of(matter).where(Integration.is_active)):
        if integration.platform in segments and integration.settings_in_force[setting]:
            plan_run(integration, SYNC_MATTER, AUTOMATIC, matter.id)

"""Background jobs that sync; every job may run twice."""

import logging

from intake.accounts.firms.actions import postpone_while_stopped
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED, NOT_SCANNED
from intake.core.db import db
from intake.core.logging import error_fields
from intake.engagement.leads.models import Lead
from intake.engine.tasks.actions import Postponed, plan
from intake.gateways.platform_http import PermissionDenied, RequestRejected, TokenRejected
from intake.integrations.connections.models import Integration
from intake.integrations.platforms.errors import PlatformFailed
from intake.integrations.platforms.registry import PLATFORMS

from . import leads
from .actions import give_up_run, perform_run, plan_run
from .models import LeadLink, SyncLog
from .states import AUTOMATIC, PENDING, SYNC_MATTER

_log = logging.getLogger(__name__)


def sync(run_id):
    """Perform the run, unless it has ended."""
    run = SyncLog.for_job(run_id)
    if run and run.status == PENDING and not postpone_while_stopped(run.firm_id, "sync", run.id):
        perform_run(run)


def sync_failed(run_id):
    """End the run as failed. Called after the last attempt: each of a day has failed, or killed the worker."""
    run = SyncLog.for_job(run_id)
    if run and run.status == PENDING:
        give_up_run(run)


def sync_approved(matter_id):
    """Plan a sync of the matter of an approved document, if the firm's settings ask for it."""
    _plan_automatic(Matter.for_job(matter_id), "auto_sync_on_approval")


def sync_scanned(upload_id):
    """Plan a sync of the matter of a document that was approved before it was scanned, if the settings ask for it."""
    upload = Upload.for_job(upload_id)
    if upload and upload.status == APPROVED and upload.scan_status not in NOT_SCANNED:
        sync_approved(DocumentRequest.fetch(upload, upload.document_id).matter_id)


def sync_created(matter_id):
    """Plan a sync of the new matter, if the firm's settings ask for it."""
    _plan_automatic(Matter.for_job(matter_id), "auto_sync_on_matter_created")


def sync_completed(matter_id):
    """Plan a sync after a completed intake with the platforms that get a note about it, if the firm syncs approvals."""
    with_notes = {segment for segment, platform in PLATFORMS.items() if platform.takes_note}
    _plan_automatic(Matter.for_job(matter_id), "auto_sync_on_approval", with_notes)


def send_lead(lead_id):
    """Send the new lead to the platforms that keep prospects, unless it has become a client meanwhile.

    A refused lead is logged and waits for `send_again`; if a platform is unavailable, the task fails and is run again.
    """
    lead = Lead.for_job(lead_id)
    if lead is None or lead.matter_id or postpone_while_stopped(lead.firm_id, "send_lead", lead.id):
        return
    for integration in _taking_leads(lead):
        try:
            leads.send_lead(integration, lead)
        except (RequestRejected, PermissionDenied, TokenRejected) as refusal:
            _log.warning("lead was refused", extra={"lead_id": lead.id} | error_fields(refusal))
        except Postponed as postponed:  # other platforms may take it now
            with db.atomic():
                plan(lead.firm_id, "send_lead", lead.id, due_at=postponed.until)


def send_lead_failed(lead_id):
    """Show the firm that the lead is not in a platform, and can be sent again. Called after the attempts of a day."""
    lead = Lead.for_job(lead_id)
    if lead and not lead.matter_id:
        for integration in _taking_leads(lead):
            link, _ = LeadLink.for_record(integration, lead_id=lead.id)
            link.change(LeadLink.external_id.is_null(), LeadLink.error_code.is_null(), error_code=PlatformFailed.code)


def _taking_leads(lead):
    return [each for each in Integration.of(lead).where(Integration.is_active) if PLATFORMS[each.platform].takes_leads]


def _plan_automatic(matter, setting, segments=PLATFORMS):
    if matter is None:
        return
    for integration in list(Integration.of(matter).where(Integration.is_active)):
        if integration.platform in segments and integration.settings_in_force[setting]:
            plan_run(integration, SYNC_MATTER, AUTOMATIC, matter.id)

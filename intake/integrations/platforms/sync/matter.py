"""One matter with its client and its approved documents, brought to a platform (interface, "Sync data mapping")."""

from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.integrations.platforms.failures import failure_of
from intake.integrations.platforms.platform import NotFound, Rejected
from intake.integrations.platforms.states import FAILED, PENDING, SKIPPED, SUCCESS, SYNC_DOCUMENT
from intake.portal.links.models import IntakeLink

from . import telling
from .counterparts import Counterparts
from .models import SyncLog


def sync_matter(platform, integration, run, line, client):
    """The run's matter is there as it is here. Gives details for the log; raises a `PlatformError` or `NotSyncable`."""
    matter = Matter.fetch(run, run.matter_id)
    case = telling.case(matter, platform, integration.settings_in_force)
    counterparts = Counterparts(integration, line, client, lambda: run.change(waits=0))
    matter_id = counterparts.matter(case, telling.person(matter))
    run.change(external_id=matter_id)
    details = {}
    if case.practice_area and not client.knows_practice_area(case):
        details["unknown_practice_area"] = case.practice_area
    if platform.largest_document:
        _sync_documents(platform, run, matter, matter_id, counterparts)
    if platform.takes_note and IntakeLink.of(run).where(
            IntakeLink.matter_id == matter.id, IntakeLink.completed_at.is_null(False)).exists():
        counterparts.note(case, matter_id, public_url(f"/matters/{matter.id}"))
    return details | {"documents_uploaded": SyncLog.documents_of(run).where(SyncLog.status == SUCCESS).count()}


def _sync_documents(platform, run, matter, matter_id, counterparts):
    """The matter's approved documents are there, one after another.

    One that is refused does not keep the others from being sent; the first refusal is raised when all had their turn.
    """
    refusals = []
    approved = Upload.confirmed_in(matter, matter.id).where(
        Upload.status == APPROVED, Upload.quarantined_at.is_null()).order_by(Upload.reviewed_at, Upload.id)
    for upload in list(approved):
        try:
            _sync_document(platform, run, upload, matter_id, counterparts)
        except (Rejected, NotFound) as refusal:
            refusals.append(refusal)
            failure = failure_of(refusal, platform.name)
            _note(run, upload, FAILED, error_code=failure.error.code, error_message=failure.message)
    if refusals:
        raise refusals[0]


def _sync_document(platform, run, upload, matter_id, counterparts):
    if upload.file_size_bytes > platform.largest_document:
        _note(run, upload, SKIPPED, error_message=(
            f"{platform.name} takes files of at most {platform.largest_document // 1024 ** 2} MB this way. "
            "Upload this one there by hand."))
        return
    external_id, was_there = counterparts.document(upload, telling.paper(upload), matter_id)
    if not was_there:
        _note(run, upload, SUCCESS, external_id=external_id)


def _note(run, upload, status, **values):
    """The log of the run says how it went with the document."""
    log = SyncLog.documents_of(run).where(SyncLog.upload_id == upload.id).first() or SyncLog.create(
        firm_id=run.firm_id, integration_id=run.integration_id, run_id=run.id, matter_id=run.matter_id,
        upload_id=upload.id, action=SYNC_DOCUMENT, trigger=run.trigger, status=PENDING, started_at=now())
    log.change(status=status, finished_at=now(), **values)

"""The work of a run: sync one matter with its client and documents, or count the matters at the platform."""

import time

from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED, NOT_SCANNED
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.text_search import folded
from intake.gateways.platform_http import PlatformUnavailable, RecordGone, RequestRejected
from intake.gateways.scanner import scanner
from intake.integrations.platforms.data_types import ContactPayload, DocumentFile, MatterPayload
from intake.portal.links.models import IntakeLink

from .failures import NotSyncable, failure_for
from .leads import adopt_prospect
from .links import LinkedRecords
from .models import IntegrationLink, SyncLog
from .states import FAILED, MATTER, PENDING, PRACTICE_AREA_NAMES, SKIPPED, SUCCESS, SYNC_DOCUMENT, UNSCANNED

_MAX_LISTED = 200
"""How many linked matters a log entry names."""
_MAX_PAGES = 10_000
_TURN_SECONDS = 60
"""How long a run sends documents or reads pages before other tasks get their turn."""

PRACTICE_AREA_BY_CASE_TYPE = {
    "divorce_standard": "Family Law",
    "custody_only": "Family Law",
    "immigration_asylum": "Immigration",
    "personal_injury_auto": "Personal Injury",
    "estate_planning_will": "Estate Planning",
    "estate_planning_probate": "Probate",
}
"""The platform's practice area for a case type, unless the firm has its own mapping."""


class TurnOver(Exception):
    """The run has made progress for so long that other tasks come first; performing it again continues it."""


def sync_matter(platform, integration, run, transport, client):
    """Send the run's matter; return details for the log. Raises a `PlatformError`, `NotSyncable` or `TurnOver`."""
    matter = Matter.fetch(run, run.matter_id)
    payload = _matter_payload(matter, integration.settings_in_force)
    adopt_prospect(integration, matter)
    records = LinkedRecords(integration, transport, client, lambda: run.change(waits=0))
    matter_id = records.ensure_matter(payload, _contact_payload(matter))
    run.change(external_id=matter_id)
    details = {}
    if payload.practice_area and client.practice_area_id(payload) is None:
        details["unknown_practice_area"] = payload.practice_area
    if platform.largest_document:
        _sync_documents(platform, run, matter, matter_id, records)
    if platform.takes_note and IntakeLink.of(run).where(
            IntakeLink.matter_id == matter.id, IntakeLink.completed_at.is_null(False)).exists():
        records.ensure_note(payload, matter_id, public_url(f"/matters/{matter.id}"))
    return details | {"documents_uploaded": SyncLog.documents_of(run).where(SyncLog.status == SUCCESS).count()}


def pull_matters(platform, integration, run, transport, client):
    """Count all matters there, page by page; return the counts for the log. Raises a `PlatformError` or `TurnOver`.

    The counts so far are stored with the run, so a run that was interrupted continues with the next page.
    """
    began = time.monotonic()
    counts = {"matters": 0, "linked": 0, "linked_ids": []} | run.details.get("pulled", {})
    place = {"pages": 0, "next": None, "mark": None} | run.details.get("place", {})
    while True:
        page = client.matters(place["next"])
        linked = sorted(IntegrationLink.linked_ids(integration, MATTER, page.ids)) if page.ids else []
        counts = {"matters": counts["matters"] + len(page.ids), "linked": counts["linked"] + len(linked),
                  "linked_ids": (counts["linked_ids"] + linked)[:_MAX_LISTED]}
        if page.next is None:
            return {"pulled": counts}
        place = _next_place(place, page.next)
        run.change(details=run.details | {"pulled": counts, "place": place}, waits=0)
        if time.monotonic() - began > _TURN_SECONDS:
            raise TurnOver


def _contact_payload(matter):
    """Build the payload of the matter's client. Raises `NotSyncable` if it has none."""
    client = matter.client
    if client is None:
        raise NotSyncable(
            "The matter has no client, and platforms keep matters of clients only. Give it one, then sync.")
    return ContactPayload(client.id, client.first_name, client.last_name, client.email, client.phone,
                          client.date_of_birth, client.address)


def _matter_payload(matter, settings):
    """Build the payload of the matter, with its practice area by the firm's `case_type_mappings` or the defaults."""
    case_type = Template.case_type_of(matter)
    mappings = {folded(name): area for name, area in settings["case_type_mappings"].items()}
    area = mappings.get(folded(case_type or "")) or PRACTICE_AREA_BY_CASE_TYPE.get(case_type)
    number = matter.custom_fields.get("case_number")
    return MatterPayload(
        matter.id, matter.title, matter.description, matter.status, case_type,
        str(number) if isinstance(number, str | int) and not isinstance(number, bool) else None,
        area or PRACTICE_AREA_NAMES.get(matter.practice_area))


def _sync_documents(platform, run, matter, matter_id, records):
    """Send the matter's approved documents, one after another.

    A refused one does not stop the others; the first refusal is raised after the last document. Raises `TurnOver` only
    after one was sent, so that every turn makes progress.
    """
    refusals, was_sent, began = [], False, time.monotonic()
    approved = Upload.confirmed_in(matter, matter.id).where(Upload.status == APPROVED, Upload.quarantined_at.is_null())
    for each in list(approved.order_by(Upload.reviewed_at, Upload.id)):
        upload = approved.where(Upload.id == each.id).first()
        if upload is None:  # erased, or found infected, while earlier ones were sent
            continue
        if was_sent and time.monotonic() - began > _TURN_SECONDS:
            raise TurnOver
        try:
            was_sent |= _sync_document(platform, run, upload, matter_id, records)
        except (RequestRejected, RecordGone) as refusal:
            refusals.append(refusal)
            failure = failure_for(refusal, platform.name)
            _log_document(run, upload, FAILED, error_code=failure.error.code, error_message=failure.message)
    if refusals:
        raise refusals[0]


def _sync_document(platform, run, upload, matter_id, records):
    """Send the document unless it was sent before, or must not be sent; return whether it was sent now."""
    if upload.scan_status in NOT_SCANNED and scanner.is_configured:
        _log_document(run, upload, SKIPPED, error_code=UNSCANNED, error_message=(
            "It has not been scanned for viruses yet. It is sent with the first sync after it is found clean."))
        return False
    if upload.file_size_bytes > platform.largest_document:
        _log_document(run, upload, SKIPPED, error_message=(
            f"{platform.name} takes files of at most {platform.largest_document // 1024 ** 2} MB this way. "
            "Upload this one there by hand."))
        return False
    document = DocumentFile(upload.id, upload.filename, upload.content_type, upload.file_size_bytes)
    external_id, was_there = records.ensure_document(upload, document, matter_id)
    if not was_there:
        _log_document(run, upload, SUCCESS, external_id=external_id)
    return not was_there


def _log_document(run, upload, status, **values):
    """Create or update the run's log entry for the document."""
    log = SyncLog.documents_of(run).where(SyncLog.upload_id == upload.id).first() or SyncLog.create(
        firm_id=run.firm_id, integration_id=run.integration_id, run_id=run.id, matter_id=run.matter_id,
        upload_id=upload.id, action=SYNC_DOCUMENT, trigger=run.trigger, status=PENDING, started_at=now())
    log.change(status=status, finished_at=now(), **values)


def _next_place(place, address):
    """Return the place of the next page. Raises `PlatformUnavailable` if the pages form a cycle, or are too many.

    The address is remembered whenever the number of pages has doubled, so a cycle of any length is detected.
    """
    pages = place["pages"] + 1
    if address == place["mark"] or pages == _MAX_PAGES:
        raise PlatformUnavailable("The list of matters comes to no end.")
    is_doubled = pages & (pages - 1) == 0
    return {"pages": pages, "next": address, "mark": address if is_doubled else place["mark"]}

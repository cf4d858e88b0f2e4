"""Completes an import: work that the former installation had not done, and previews."""

from datetime import timedelta

from intake.cases.court_forms.models import CourtForm, CourtFormFill
from intake.cases.court_forms.states import PENDING
from intake.cases.previews.actions import SHOWABLE
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED, SCAN_PENDING
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.leads.models import LeadMessage
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.states import COUNTERSIGNED, INVITED, OPEN
from intake.engine.tasks.actions import plan, plan_all
from intake.gateways.send_errors import UNKNOWN
from intake.messaging.communications.models import Communication
from intake.messaging.communications.states import FAILED, QUEUED
from intake.portal.rejections.models import RejectionNotice

AT_ONCE = 20
PAUSE = timedelta(seconds=30)
"""The pause between batches of previews, so that a new file of the firm does not wait for all of them."""


def plan_unfinished(firm):
    """Plan the work that was unfinished when the firm was exported. Call it in the transaction that ends the import.

    Messages that waited are `failed`: nothing tells whether the former installation has sent them meanwhile.
    """
    for message in (Communication, LeadMessage):
        message.update(status=FAILED, error=UNKNOWN).where(
            message.firm_id == firm.id, message.status == QUEUED).execute()
    planned = {
        "process_upload": Upload.of(firm, Upload.id).where(
            Upload.status != ISSUED, Upload.scan_status == SCAN_PENDING),
        "read_court_form": CourtForm.of(firm, CourtForm.id).where(CourtForm.status == PENDING),
        "fill_court_form": CourtFormFill.of(firm, CourtFormFill.id).where(CourtFormFill.status == PENDING),
        "seal_letter": Letter.of(firm, Letter.id).where(
            Letter.status == COUNTERSIGNED, Letter.sealed_digest.is_null()),
        "invite_signer": LetterSigner.of(firm, LetterSigner.id).join(
            Letter, on=Letter.referenced_by(LetterSigner.letter_id)).where(
                LetterSigner.status == INVITED, LetterSigner.mailed_at.is_null(), Letter.status.in_(OPEN)),
        # One that stayed pending would take in every later rejection of its matter, and never be sent.
        "tell_of_rejections": RejectionNotice.of(firm, RejectionNotice.id).where(RejectionNotice.settled_at.is_null())}
    plan_all([(firm.id, task, [id] if task in ("process_upload", "tell_of_rejections") else [firm.id, id])
              for task, ids in planned.items() for id in ids.scalars()])
    plan(firm.id, "render_imported", firm.id, "")


def plan_previews(firm, after):
    """Plan the previews of the next files after the one with this id, and a task for those that follow."""
    ids = list(Upload.of(firm, Upload.id).where(
        Upload.id > after, Upload.status != ISSUED, Upload.scan_status.in_(SHOWABLE)).order_by(Upload.id).limit(
        AT_ONCE).scalars())
    with db.atomic():
        plan_all([(firm.id, "render_preview", [id]) for id in ids])
        if len(ids) == AT_ONCE:
            plan(firm.id, "render_imported", firm.id, ids[-1], due_at=now() + PAUSE)

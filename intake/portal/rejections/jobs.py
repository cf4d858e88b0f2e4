"""The worker's jobs for rejections. Every job is safe to run twice."""

from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.messaging.communications.carriers import SECONDS_IN_WORKER
from intake.messaging.communications.client_delivery import deliver_to_client
from intake.messaging.communications.models import Communication

from . import actions
from .models import RejectionNotice


def return_document(upload_id):
    """Let the client hand in the document of a rejected upload again, and plan the notice."""
    upload = Upload.for_job(upload_id)
    if upload:
        actions.return_document(upload)


def tell_of_rejections(notice_id, moment=None):
    """Tell the client of everything that came back, unless that was done already."""
    notice = RejectionNotice.for_job(notice_id)
    if notice and notice.settled_at is None:
        actions.settle(notice, moment or now())


def tell_of_rejections_failed(notice_id):
    """Settle a notice that could not be sent, which would take in every later rejection. Called after the last attempt.

    The notice of the next rejection names everything that has come back.
    """
    notice = RejectionNotice.for_job(notice_id)
    if notice:
        notice.change(RejectionNotice.settled_at.is_null(), settled_at=now())


def send_rejections(communication_id, client_id=None, moment=None):
    """Send a message about rejections, unless it was sent already or is not wanted any more.

    Raises `Unavailable`, `DeliveryInProgress` and, at night, `Postponed` when it is to be run again later.
    """
    communication = Communication.for_job(communication_id)
    if communication and actions.may_be_sent_now(communication, moment or now()):
        deliver_to_client(communication, SECONDS_IN_WORKER, client_id)

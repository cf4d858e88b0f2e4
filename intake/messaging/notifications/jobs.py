"""What the worker does to tell firms of things. Everything here is safe to run twice: an occasion is noted once."""

from intake.accounts.firms.models import Firm
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications import delivery
from intake.messaging.communications.models import Communication
from intake.messaging.communications.states import EMAIL

from . import actions
from .deadline_alerts import alert_due, days_left
from .models import FirmMessage, Notification, older_than
from .states import (
    DEADLINE_APPROACHING,
    DOCUMENT_UPLOADED,
    FILE_QUARANTINED,
    INTAKE_COMPLETED,
    INTAKE_LINK_EXPIRED,
    KEPT_FOR,
    MESSAGE_RECEIVED,
)

_BITE = 1000


def note_upload(upload_id):
    """The feed tells that a document was uploaded."""
    upload = Upload.for_job(upload_id)
    if upload is None:
        return
    document = DocumentRequest.fetch(upload, upload.document_id)
    matter = Matter.fetch(upload, document.matter_id)
    ids = {"matter_id": matter.id, "document_id": document.id, "upload_id": upload.id}
    with db.atomic():
        actions.record_notification(upload.firm_id, DOCUMENT_UPLOADED, upload.id, ids, document=document, matter=matter)


def note_intake_completed(matter_id, link_id):
    """The feed tells that a client completed the intake."""
    _note_link(INTAKE_COMPLETED, matter_id, link_id)


def note_link_expired(matter_id, link_id):
    """The feed tells that an intake link expired before the intake was complete."""
    _note_link(INTAKE_LINK_EXPIRED, matter_id, link_id)


def note_message(communication_id):
    """The feed tells that a client answered."""
    communication = Communication.for_job(communication_id)
    if communication is None:
        return
    matter = Matter.fetch(communication, communication.matter_id)
    ids = {"matter_id": matter.id, "communication_id": communication.id}
    with db.atomic():
        actions.record_notification(matter.firm_id, MESSAGE_RECEIVED, communication.id, ids, matter=matter)


def tell_of_quarantine(upload_id):
    """The firm is told, by mail and in its feed, that an infected file was locked away; once."""
    upload = Upload.for_job(upload_id)
    if upload is None:
        return
    firm, document = Firm.fetch(upload.firm_id), DocumentRequest.fetch(upload, upload.document_id)
    about = {"document": document, "matter": Matter.fetch(upload, document.matter_id)}
    ids = {"matter_id": document.matter_id, "document_id": document.id, "upload_id": upload.id}
    with db.atomic():
        actions.record_notification(firm.id, FILE_QUARANTINED, upload.id, ids, **about)
        actions.send_alert(firm, "file_quarantined", f"quarantine {upload.id}", EMAIL, [firm.email],
             signature=upload.scan_signature, upload_id=upload.id, **about)


def alert_firm(firm_id, type):
    """What happened of this type within the last minute is on its way to those in the firm who want to know."""
    actions.alert(firm_id, type)


def send_firm_message(message_id):
    """The message is not queued any more. Raises `Unavailable`, `InOtherHands` when it is to be run again later."""
    message = FirmMessage.for_job(message_id)
    if message:
        actions.send(message)


def send_firm_message_failed(message_id):
    """The message failed. For after the last attempt to send it."""
    message = FirmMessage.for_job(message_id)
    if message:
        delivery.give_up(message)


def forget_old_notifications():
    """What the firm was told of more than 90 days ago is gone from its feed, and so are the messages that told it."""
    for model in (Notification, FirmMessage):
        while model.delete().where(model.id.in_(older_than(model, now() - KEPT_FOR, _BITE))).execute() == _BITE:
            pass


def alert_of_deadlines(moment=None):
    """Every firm has been told of its deadlines that are 7 days or 1 day off, once for each date and number of days.

    A deadline that was moved is told of again for its new date; one that is completed or gone is not.
    """
    moment, due = moment or now(), {}
    near = {deadline.id: deadline for deadline in Deadline.near(moment)}
    for_each_isolated(near, lambda id: due.update(_due(near[id], moment)), "a deadline could not be looked at")
    untold = due.keys() - Notification.occasions(DEADLINE_APPROACHING, due)
    for_each_isolated(untold, lambda occasion: _alert(occasion, due[occasion], moment),
                      "a deadline could not be told of")


def _note_link(type, matter_id, link_id):
    matter = Matter.for_job(matter_id)
    if matter:
        with db.atomic():
            ids = {"matter_id": matter.id, "link_id": link_id}
            actions.record_notification(matter.firm_id, type, link_id, ids, matter=matter)


def _due(deadline, moment):
    """The deadline by the occasion of its alert; nothing if none is due."""
    days = alert_due(deadline.due_date, deadline.dated_at, deadline.firm.timezone, moment)
    return {f"{deadline.id} {deadline.due_date} {days}": deadline} if days else {}


def _alert(occasion, deadline, moment):
    ids = {"matter_id": deadline.matter_id, "deadline_id": deadline.id}
    with db.atomic():
        if deadline.still_due(deadline.due_date):
            actions.record_notification(deadline.firm_id, DEADLINE_APPROACHING, occasion, ids, deadline=deadline,
                         matter=deadline.matter, days=days_left(deadline.due_date, deadline.firm.timezone, moment))

"""Jobs that notify the firm. All are safe to run twice: each occasion is recorded once."""

from datetime import datetime
from functools import partial
from itertools import islice

from intake.accounts.access.models import ApiKey
from intake.accounts.audit.states import API_KEY, PERSON
from intake.accounts.firms.models import Firm
from intake.accounts.oauth.models import OauthClient
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.cases.clients.models import Client
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.models import LegalHold
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import to_local
from intake.core.purging import purge
from intake.core.text_search import folded
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications import delivery
from intake.messaging.communications.carriers import send_to_firm
from intake.messaging.communications.models import Communication
from intake.messaging.communications.states import EMAIL, NO_SAFE_CHANNEL, NOT_WANTED, QUEUED

from . import actions, states
from .deadline_alerts import alert_due, days_left
from .models import FirmMessage, Notification, admin_addresses, admin_ids, office_addresses
from .record_paths import record_path


def notify_upload_received(upload_id):
    """Add a confirmed upload to the feed."""
    upload = Upload.for_job(upload_id)
    if upload is None:
        return
    ids, records = _about(upload)
    with db.atomic():
        actions.record_notification(upload.firm_id, states.DOCUMENT_UPLOADED, upload.id, ids, **records)


def notify_intake_completed(matter_id, link_id):
    """Add a completed intake to the feed."""
    _notify_link(states.INTAKE_COMPLETED, matter_id, link_id)


def notify_link_expired(matter_id, link_id):
    """Add to the feed that an intake link expired before the intake was complete."""
    _notify_link(states.INTAKE_LINK_EXPIRED, matter_id, link_id)


def notify_message_received(communication_id):
    """Add a client's message to the feed."""
    _notify_message(states.MESSAGE_RECEIVED, communication_id)


def notify_message_failed(communication_id):
    """Add to the feed that a message did not reach its client, or that they allow no way that reaches them."""
    _notify_message(states.MESSAGE_FAILED, communication_id)


def notify_reminders_ended(client_id, ended_at):
    """Add to the feed that a client unsubscribed from reminders."""
    client = Client.for_job(client_id)
    if client:
        with db.atomic():
            actions.record_notification(client.firm_id, states.REMINDERS_ENDED, f"{client_id} {ended_at}",
                                        {"client_id": client_id}, client=client)


def _notify_message(type, communication_id):
    communication = Communication.for_job(communication_id)
    if communication is None:
        return
    if communication.error == NO_SAFE_CHANNEL:
        type = states.MESSAGE_REFUSED
    matter = Matter.fetch(communication, communication.matter_id)
    ids = {"matter_id": matter.id, "communication_id": communication.id}
    with db.atomic():
        actions.record_notification(matter.firm_id, type, communication.id, ids, matter=matter,
                                    communication=communication)


def notify_document_noted(document_id):
    """Add to the feed that a client explained why they cannot send a document."""
    document = DocumentRequest.for_job(document_id)
    if document is None or document.client_noted_at is None:
        return
    matter = Matter.fetch(document, document.matter_id)
    ids = {"matter_id": matter.id, "document_id": document.id}
    occasion = f"{document.id} {document.client_noted_at.isoformat()}"
    with db.atomic():
        actions.record_notification(matter.firm_id, states.DOCUMENT_NOTED, occasion, ids, document=document,
                                    matter=matter)


def notify_file_quarantined(upload_id):
    """Add a quarantined file to the feed and send a mail to the firm."""
    upload = Upload.for_job(upload_id)
    if upload is None:
        return
    firm = Firm.fetch(upload.firm_id)
    ids, records = _about(upload)
    with db.atomic():
        actions.record_notification(firm.id, states.FILE_QUARANTINED, upload.id, ids, **records)
        actions.send_alert(firm, "file_quarantined", f"quarantine {upload.id}", EMAIL, office_addresses(firm),
                           signature=upload.scan_signature, upload_id=upload.id,
                           address=public_url(record_path(states.FILE_QUARANTINED, ids)), **records)


def notify_storage_limit_reached(firm_id, reached_at):
    """Add to the feed that the plan's storage is full and send a mail to the firm."""
    firm = Firm.fetch(firm_id)
    with db.atomic():
        actions.record_notification(firm.id, states.STORAGE_LIMIT_REACHED, reached_at, {})
        actions.send_alert(firm, "storage_limit_reached", f"storage {reached_at}", EMAIL, office_addresses(firm),
                           address=public_url("/settings/usage"))


def report_moved_alerts(firm_id, actor_type, actor_id, moved_at, *moved):
    """Write to the firm and its admins that an API key or an application changed where the firm's alerts go."""
    firm = Firm.fetch(firm_id)
    program = (ApiKey if actor_type == API_KEY else OauthClient).for_job(actor_id)
    with db.atomic():
        actions.send_alert(firm, "alerts_moved", f"moved {actor_id} {moved_at}", EMAIL, _office_and_admins(firm),
                           moved=moved, is_key=actor_type == API_KEY, program=program.name if program else actor_id,
                           address=public_url("/settings/firm"))


def announce_single_erasure(firm_id, actor_type, actor_id, until):
    """Write to the firm and its admins from when on one admin can erase clients, and who wants it."""
    firm = Firm.fetch(firm_id)
    if actor_type == PERSON:
        person = User.for_job(actor_id)
        name = name_of(person) if person else actor_id
    else:
        program = (ApiKey if actor_type == API_KEY else OauthClient).for_job(actor_id)
        name = program.name if program else actor_id
    with db.atomic():
        actions.send_alert(firm, "single_erasure", f"single erasure {until}", EMAIL, _office_and_admins(firm),
                           who=name, until=datetime.fromisoformat(until), address=public_url("/settings/security"))


def alert_firm(firm_id, type):
    """Send the notifications of the type that await an alert to those in the firm who want it."""
    actions.send_pending_alerts(firm_id, type)


def send_firm_message(message_id):
    """Send a message to the firm, unless it has been sent or is no longer meant for its recipient.

    Raises `Unavailable`, `DeliveryInProgress` to be retried.
    """
    message = FirmMessage.for_job(message_id)
    if message is None:
        return
    firm = Firm.fetch(message.firm_id)
    if message.status == QUEUED and not actions.is_wanted(firm, message):
        delivery.mark_failed(message, NOT_WANTED)
    else:
        delivery.deliver(message, partial(send_to_firm, firm))


def send_firm_message_failed(message_id):
    """Mark a message as failed. Called after the last attempt to send it."""
    message = FirmMessage.for_job(message_id)
    if message:
        delivery.mark_failed(message)


def purge_old_notifications():
    """Delete the notifications and the messages to firms that are older than 90 days."""
    for model in (Notification, FirmMessage):
        purge(model, model.created_at, now() - states.KEPT_FOR)


def notify_deadlines_approaching(moment=None):
    """Notify every firm of its deadlines 7 days and 1 day before, once for each date and each number of days.

    A moved deadline is notified again for its new date; a completed or deleted one is not.
    """
    moment = moment or now()
    rows = Deadline.due_near(moment)
    while near := {deadline.id: deadline for deadline in islice(rows, states.DEADLINES_AT_ONCE)}:
        _notify_deadlines(near, moment)


def remind_of_holds(moment=None):
    """Notify the admins of every firm of the legal holds whose reminder is due, once for each date of a hold."""
    moment = moment or now()
    rows = LegalHold.to_remind_of(moment)
    while holds := {hold.id: hold for hold in islice(rows, states.HOLDS_AT_ONCE)}:
        for_each_isolated(holds, partial(_remind_of, holds, moment), "reminder of a hold failed")


def notify_unused_keys():
    """Notify each firm's admins of the API keys that were not used for 90 days, once per 90 days for each key."""
    moment = now()
    found: dict[str, dict[str, ApiKey]] = {}
    for key in ApiKey.idle_before(moment - states.KEY_UNUSED_PERIOD):
        occasion = f"{key.id} {(moment - key.idle_since) // states.KEY_UNUSED_PERIOD}"
        found.setdefault(key.firm_id, {})[occasion] = key
    for_each_isolated(found, lambda firm_id: _notify_unused_keys(firm_id, found[firm_id]),
                      "unused keys notification failed")


def _office_and_admins(firm):
    """Return the firm's address and those of its admins, each once."""
    return {folded(address): address for address in (*office_addresses(firm), *admin_addresses(firm))}.values()


def _about(upload):
    """Return the ids and the records of a notification about an upload."""
    document = DocumentRequest.fetch(upload, upload.document_id)
    ids = {"matter_id": document.matter_id, "document_id": document.id, "upload_id": upload.id}
    return ids, {"document": document, "matter": Matter.fetch(upload, document.matter_id)}


def _notify_link(type, matter_id, link_id):
    matter = Matter.for_job(matter_id)
    if matter:
        with db.atomic():
            ids = {"matter_id": matter.id, "link_id": link_id}
            actions.record_notification(matter.firm_id, type, link_id, ids, matter=matter)


def _notify_deadlines(near, moment):
    """Notify the firms about the deadlines among `{id: deadline}` whose alert is due and not recorded yet."""
    due: dict[str, Deadline] = {}
    for_each_isolated(near, lambda id: due.update(_due_alerts(near[id], moment)), "deadline check failed")
    new = due.keys() - Notification.recorded_occasions(states.DEADLINE_APPROACHING, due)
    for_each_isolated(new, lambda occasion: _notify_deadline(occasion, due[occasion], moment),
                      "deadline notification failed")


def _due_alerts(deadline, moment):
    """Return `{occasion: deadline}` if an alert of the deadline is due, else an empty dictionary."""
    days = alert_due(deadline.due_date, deadline.dated_at, deadline.firm.timezone, moment)
    return {f"{deadline.id} {deadline.due_date} {days}": deadline} if days else {}


def _notify_unused_keys(firm_id, keys):
    """Notify the firm about the keys among `{occasion: key}` about which it was not notified yet."""
    firm = Firm.fetch(firm_id)
    with db.atomic():
        new = {occasion: key for occasion, key in keys.items() if actions.record_notification(
            firm.id, states.API_KEY_UNUSED, occasion, {"api_key_id": key.id}, key=key, firm=firm)}
        if new:
            actions.send_alert(firm, "api_keys_unused", f"unused {next(iter(new))}", EMAIL, admin_addresses(firm),
                               keys=list(new.values()), address=public_url("/settings/developers"))


def _remind_of(holds, moment, id):
    hold = holds[id]
    if hold.until > to_local(moment, hold.firm.timezone).date():
        return
    values = {"until": hold.until, "held_name": LegalHold.with_names(LegalHold.of(hold)).where(
        LegalHold.id == hold.id).get().held_name}
    with db.atomic():
        if hold.change(LegalHold.lifted_at.is_null(), LegalHold.until == hold.until, reminded_at=now()):
            for user_id in admin_ids(hold):
                actions.record_notification(
                    hold.firm_id, states.HOLD_TO_LIFT, f"{hold.id} {hold.until} {user_id}",
                    {"legal_hold_id": hold.id, "user_id": user_id}, **values)


def _notify_deadline(occasion, deadline, moment):
    ids = {"matter_id": deadline.matter_id, "deadline_id": deadline.id}
    days = days_left(deadline.due_date, deadline.firm.timezone, moment)
    with db.atomic():
        if deadline.is_still_due(deadline.due_date):
            actions.record_notification(deadline.firm_id, states.DEADLINE_APPROACHING, occasion, ids, deadline=deadline,
                                        matter=deadline.matter, days=days)

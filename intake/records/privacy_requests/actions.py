"""Receiving privacy requests, carrying them out, and answering them."""

from intake.accounts.audit.recording import current_actor, record_act
from intake.accounts.firms.models import Firm
from intake.accounts.generated_files.states import READY, UNFINISHED
from intake.cases.client_merges.models import lock_matters
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, InvalidStatusTransition, NotFound
from intake.messaging.communications.actions import queue_communication
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.safety import allows, sender_name
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.models import admin_ids
from intake.messaging.notifications.states import PRIVACY_REQUEST_RECEIVED
from intake.records.erasures.actions import propose
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import CLIENT, FAILED, PROPOSED, RUNNING
from intake.records.exports.actions import ask_for
from intake.records.exports.models import Export

from .errors import AlreadyExtended, IdentityNotChecked, RequestClosed, RequestOpen
from .models import PrivacyRequest
from .states import (
    ACCESS,
    ANSWERED,
    DELETION,
    EXTENSION,
    IN_PROGRESS,
    LINK,
    LINK_AND_CODE,
    PORTABILITY,
    PORTAL,
    RECEIVED,
    REFUSED,
    TIME_TO_ANSWER,
    VERIFYING,
)


def receive_on_portal(session, kind, note):
    """Receive a client's request on the portal, and notify the admins; a repetition changes nothing while it is open.

    Raises `RequestOpen` if something else was written to it: others may have the link, so nothing is added to it.
    """
    checked = {"verification": LINK_AND_CODE, "verified_at": now()} if session.is_proven else {"verification": LINK}
    with db.atomic():
        try:
            request = _create(session.firm, session.client.id, kind=kind, source=PORTAL, note=note, status=RECEIVED,
                              received_on=session.firm.today, **checked)
        except RequestOpen:
            waiting = PrivacyRequest.open_of_client(session, session.client.id)
            if note is None or any((each.kind, each.note) == (kind, note) for each in waiting):
                return
            raise
        for user_id in admin_ids(session.firm):
            record_notification(session.firm_id, PRIVACY_REQUEST_RECEIVED, f"{request.id} {user_id}",
                                {"privacy_request_id": request.id, "user_id": user_id}, due_on=request.due_on)


def confirm_by_code(session):
    """Record that the client entered a code, for requests whose identity is not verified yet. Call it in the
    transaction that uses the code up.
    """
    for request in PrivacyRequest.open_of_client(session, session.client.id):
        if not request.is_checked:
            _change(request, "verified", verification=LINK_AND_CODE, verified_at=now(), verified_by=None,
                    status=IN_PROGRESS if request.status == VERIFYING else request.status)


def enter(caller, client_id, kind, source, note=None, verification=None, received_on=None):
    """Enter a request that reached the firm in another way. Raises `NotFound`, `Invalid`, `RequestOpen`."""
    firm = Firm.fetch(caller.firm_id)
    today = firm.today
    day = received_on or today
    if not today - TIME_TO_ANSWER <= day <= today:
        raise Invalid({"received_on": ["Must be in the last 45 days."]})
    checked = _checked_by_firm(verification) if verification else {"status": VERIFYING}
    with db.atomic():
        return _create(caller, client_id, kind=kind, source=source, note=note, received_on=day, **checked)


def verify(caller, request_id, verification, again=True):
    """Record how the firm verified who asks; unless `again`, only if that was not recorded before. Return the request.

    Raises `NotFound`, `Invalid`, `RequestClosed`.
    """
    checked = _checked_by_firm(verification)
    with db.atomic():
        request = _open(caller, request_id)
        if again or not request.is_checked:
            _change(request, "verified", **checked)
    return request


def extend(caller, request_id, extension_reason):
    """Take 45 days more, once, and write to the client why. Raises `NotFound`, `RequestClosed`, `AlreadyExtended`."""
    with db.atomic():
        request = _open(caller, request_id)
        if request.extended_at:
            raise AlreadyExtended
        _change(request, "extended", extended_at=now(), due_on=request.due_on + EXTENSION,
                extension_reason=extension_reason, reminded_days=None)
        _write(request, "extended", reason=extension_reason)
    return request


def carry_out(caller, request_id):
    """Begin the requested work: an export of the client's data, or the erasure that an admin has to confirm.

    A correction is made on the client's page. Calling it again continues the same export or erasure, or begins another
    one if that is gone: an export failed, was cancelled or is over 7 days old, or an erasure was withdrawn. Raises
    `NotFound`, `RequestClosed`, `IdentityNotChecked`, `InvalidStatusTransition` once the client was erased, `OnHold`,
    `ErasurePending`, `TooManyExports`.
    """
    with db.atomic():
        firm = Firm.fetch_locked(caller.firm_id)  # which an export needs, before the matters: handing over locks both
        request = _checked(caller, request_id)
        if request.client_id is None:
            raise InvalidStatusTransition("The client was erased. The request can only be answered or refused.")
        begun = {}
        if request.kind in (ACCESS, PORTABILITY) and begun_by(request) is None:
            language = client_language(Client.fetch(caller, request.client_id), firm)
            begun["export_id"] = ask_for(caller, request.client_id, language).id
        elif request.kind == DELETION:
            begun["erasure_id"] = _erasure_of(caller, request).id
        _change(request, "carried_out", status=IN_PROGRESS, **begun)
    return request


def answer(caller, request_id, answer=None):
    """Write to the client that it was done, and close the request. Raises the errors of `carry_out`.

    A deletion is begun if it was not: the client reads that they are being deleted.
    """
    with db.atomic():
        request = _checked(caller, request_id)
        begun = {}
        if request.kind == DELETION and request.client_id and begun_by(request) is None:
            begun["erasure_id"] = _erasure_of(caller, request).id
        _change(request, "answered", status=ANSWERED, answer=answer, closed_at=now(), **begun)
        _write(request, "answered", answer=answer)
    return request


def refuse(caller, request_id, reason):
    """Write to the client why it is not done, and close the request. Raises `NotFound`, `RequestClosed`."""
    with db.atomic():
        request = _open(caller, request_id)
        _change(request, "refused", status=REFUSED, reason=reason, closed_at=now())
        _write(request, "refused", reason=reason)
    return request


def fetch(scope, request_id):
    """Return the request with its `client`. Raises `NotFound`."""
    return PrivacyRequest.found(request_id, PrivacyRequest.with_clients(PrivacyRequest.of(scope)))


def begun_by(request):
    """Return the export or the erasure that carries out the request; None if none was begun, or it came to nothing."""
    if request.export_id:
        return Export.of(request).where(Export.id == request.export_id, Export.status.in_((*UNFINISHED, READY))).first()
    return Erasure.of(request).where(Erasure.id == request.erasure_id).first() if request.erasure_id else None


def _checked_by_firm(verification):
    """Return the values that record how the firm verified who asks. Raises `Invalid`."""
    if verification in (LINK, LINK_AND_CODE):
        raise Invalid({"verification": ["Say in your own words how you made sure who asks."]})
    return {"verification": verification, "verified_at": now(), "verified_by": current_actor().id,
            "status": IN_PROGRESS}


def _create(scope, client_id, **values):
    """Insert a request of the client, who is locked, and tell them by mail when they will have an answer."""
    lock_matters(scope, [client_id])  # before the client, as every other transaction does: the mail is of one of them
    client = Client.fetch_locked(scope, client_id)
    if client.merged_into:
        raise NotFound(Client.resource, client_id)
    if any(each.kind == values["kind"] for each in PrivacyRequest.open_of_client(scope, client.id)):
        raise RequestOpen
    request = PrivacyRequest.create(firm_id=scope.firm_id, client_id=client.id,
                                    due_on=values["received_on"] + TIME_TO_ANSWER, **values)
    record_act("privacy_request.created", request, client_id=client.id, kind=request.kind, source=request.source)
    _write(request, "received")
    return request


def _erasure_of(caller, request):
    """Return the erasure of the client: the one that was asked for before, else a new one."""
    begun = Erasure.of(caller).where(Erasure.kind == CLIENT, Erasure.record_id == request.client_id,
                                     Erasure.status.in_((PROPOSED, RUNNING, FAILED))).first()
    return begun or propose(caller, f"Privacy request {request.id}", client_id=request.client_id)


def _change(request, act, **values):
    request.change(**values)
    record_act(f"privacy_request.{act}", request, client_id=request.client_id, kind=request.kind)


def _open(caller, request_id):
    """Return the request, locked after the matters of its client: its mails belong to one of them."""
    while True:
        client_id = PrivacyRequest.fetch(caller, request_id).client_id
        with db.savepoint() as attempt:
            lock_matters(caller, [client_id])
            request = PrivacyRequest.fetch_locked(caller, request_id)
            if request.client_id == client_id:
                break
            attempt.rollback()  # a merge gave it another client meanwhile; nothing is locked out of order
    if not request.is_open:
        raise RequestClosed
    return request


def _checked(caller, request_id):
    request = _open(caller, request_id)
    if not request.is_checked and request.client_id is not None:
        raise IdentityNotChecked
    return request


def _write(request, step, **words):
    """Write to the client, and record whether that was possible by mail; if not, the firm reaches them otherwise."""
    firm = Firm.fetch(request.firm_id)
    client = Client.of(firm).where(Client.id == request.client_id).first()
    matter = client and Matter.of(firm).where(Matter.client_id == client.id).order_by(
        Matter.created_at.desc(), Matter.id).first()
    mailed = bool(matter and client.email and allows(client, EMAIL))
    if mailed:
        language = client_language(client, firm)
        text = render_message("privacy_request", EMAIL, language, step=step, kind=request.kind, client=client,
                              sender=sender_name(firm, client), due_on=request.due_on, received_on=request.received_on,
                              **words)
        queue_communication(matter, client, EMAIL, text.message, text.subject, language=language)
    if mailed != request.mailed:
        request.change(mailed=mailed)

"""Asking for an erasure, confirming it, and withdrawing it."""

from intake.accounts.access.models import ApiKey
from intake.accounts.audit.recording import current_actor, record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.db import db, map_constraint_errors
from intake.engine.tasks.actions import plan

from . import rows
from .certificate import backups_kept_days
from .errors import CertificateNotReady, ErasureNotOpen, ErasurePending, SecondPersonRequired
from .models import Erasure
from .names import STAYS
from .records import fetch_record
from .refusals import refuse_if_held, refuse_if_in_use, require_not_held
from .schemas import RECORDS
from .states import CLIENT, DOCUMENT, DONE, FAILED, FIRM, MATTER, PROPOSED, RUNNING


def preview(caller, kind, record):
    """Return what is erased and what stays, each as a list of `{kind, count}`; nothing is changed.

    Raises `OnHold`, `LeadBecameClient`.
    """
    goes, parts = rows.count(caller, kind, record.id)
    refuse_if_held(caller, kind, record.id, record, parts)
    days = backups_kept_days()
    linked = goes.get("integration_links", 0) + goes.get("lead_links", 0)
    others = len(parts["matters"]) - goes.get("matters", 0) if kind == CLIENT else 0
    counts = {"other_matters": others, "leads": len(parts["alike"]), "platform_records": linked, "backups": days}
    left = {CLIENT: kind == MATTER, MATTER: kind == DOCUMENT, **counts, "receivers": True, "audit_entries": True,
            "other_backups": not days}
    return (_as_list(goes),
            [{"kind": name, "count": counts.get(name), "why": STAYS[name]} for name, is_left in left.items()
             if is_left])


def rows_to_erase(erasure):
    """Return what is erased with the record, as `preview` does: until it is confirmed, by the present state."""
    return _as_list(rows.count(erasure, erasure.kind, erasure.record_id)[0]) if erasure.is_proposed else erasure.goes


def propose(caller, reason, destroy_after=None, **record):
    """Ask for the erasure of the record: `client_id`, `matter_id`, `document_id` or `lead_id`.

    With `destroy_after` a retention schedule asks for it, until the record is in use again.
    Raises `NotFound`, `OnHold`, `LeadBecameClient`, `ErasurePending`.
    """
    [(name, record_id)] = record.items()
    kind = RECORDS[name]
    goes, stays = preview(caller, kind, fetch_record(caller, kind, record_id))
    with map_constraint_errors(erasures_open_once=ErasurePending), db.atomic():
        erasure = Erasure.create(
            firm_id=caller.firm_id, kind=kind, record_id=record_id, reason=reason, goes=goes, stays=stays,
            destroy_after=destroy_after,
            asked_by=current_actor().id, asked_by_person=_person(caller))
        record_act("erasure.proposed", erasure, kind=kind)
    return erasure


def needs_second_person(firm, erasure):
    """Whether somebody other than the requester has to confirm the erasure."""
    return erasure.kind == CLIENT and firm.settings_in_force["two_people_erase_clients"]


def needs_first_person(firm, erasure):
    """Whether two people have to confirm the erasure, because it was requested with a key that no person created."""
    return erasure.asked_by_person is None and needs_second_person(firm, erasure)


def may_confirm(caller, firm, erasure):
    """Whether the caller may confirm the erasure, under the rule of two people."""
    if not needs_second_person(firm, erasure):
        return True
    return caller.user is not None and caller.user.id != erasure.asked_by_person


def confirm(caller, erasure_id):
    """Let the worker erase the record. Raises `NotFound`, `ErasureNotOpen`, `SecondPersonRequired`, `OnHold`.

    If two people have to confirm it, but it was requested with a key that no person created, the first who confirms
    counts as the requester, and the erasure waits for another person. A failed erasure can be confirmed again, and then
    continues with the rest. Raises `LeadBecameClient` or `ClientMerged` if that happened meanwhile, `NoLongerDue` if
    the record is in use again.
    """
    with db.atomic():
        asked = Erasure.fetch(caller, erasure_id)
        require_not_held(caller, asked.kind, asked.record_id)
        erasure = Erasure.fetch_locked(caller, erasure_id)
        if erasure.status not in (PROPOSED, FAILED):
            raise ErasureNotOpen
        refuse_if_in_use(erasure)
        firm = Firm.fetch(caller.firm_id)
        if not may_confirm(caller, firm, erasure):
            raise SecondPersonRequired
        if needs_first_person(firm, erasure):
            erasure.change(asked_by_person=caller.user.id)
            record_act("erasure.supported", erasure, kind=erasure.kind)
            return erasure
        erasure.change(status=RUNNING, confirmed_by=current_actor().id, confirmed_at=now())
        record_act("erasure.confirmed", erasure, kind=erasure.kind)
        plan(erasure.firm_id, "erase", erasure.firm_id, erasure.id)
    return erasure


def erase_firm(firm, mail_to=()):
    """Let the worker erase the whole firm; return the erasure. Call it inside a transaction; it may be repeated.

    The certificate is mailed to these addresses, which are kept until then. Raises `OnHold` while anything of the firm
    is held.

    The caller has verified that the firm wants it. The firm's name is in the certificate; its row is emptied.
    """
    begun = Erasure.of(firm).where(Erasure.kind == FIRM).first()
    if begun:
        return begun
    require_not_held(firm, FIRM, firm.id)
    erasure = Erasure.create(firm_id=firm.id, kind=FIRM, record_id=firm.id, status=RUNNING, confirmed_at=now(),
                             digests={"firm_name": firm.name},
                             mail_to=[[address, firm.settings_in_force["language"]] for address in mail_to])
    record_act("erasure.confirmed", erasure, kind=FIRM)
    plan(firm.id, "erase", firm.id, erasure.id)
    return erasure


def withdraw(caller, erasure_id):
    """Take back an erasure that was not confirmed, or that failed before anything was erased.

    Raises `NotFound`, `ErasureNotOpen`.
    """
    with db.atomic():
        erasure = Erasure.fetch_locked(caller, erasure_id)
        if not erasure.can_be_withdrawn:
            raise ErasureNotOpen
        erasure.delete_row()
        record_act("erasure.withdrawn", erasure, kind=erasure.kind)


def certificate_of(caller, erasure_id):
    """Return the certificate of an erasure. Raises `NotFound`, `CertificateNotReady`."""
    erasure = Erasure.fetch(caller, erasure_id)
    if erasure.status != DONE:
        raise CertificateNotReady
    return erasure.certificate


def _as_list(numbers):
    return [{"kind": table, "count": number} for table, number in numbers.items()]


def _person(caller):
    """Return the id of the person who acts, or who made the key that does; None if the worker does."""
    if user := getattr(caller, "user", None):
        return user.id
    return ApiKey.maker_of(caller) if hasattr(caller, "holder") else None

"""The erasure itself. Every step can be repeated, and then continues with what is left."""

from intake.accounts.audit.recording import record_act
from intake.accounts.audit.sealing import seal_about
from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.holds.models import block_new_holds
from intake.core.clock import now
from intake.core.db import db
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan
from intake.engine.tasks.models import Task
from intake.engine.tasks.queues import task_queues
from intake.gateways.storage import storage
from intake.gateways.storage_sweep import delete_files_of
from intake.integrations.connections.actions import leave_platforms
from intake.messaging.communications.models import Communication
from intake.messaging.communications.quiet_hours import postponed_until

from . import rows, whole_firm
from .certificate import make_certificate, sha256_of
from .conflict_checks import empty_checks
from .copies import delete_copies
from .mentions import Names, delete_mentions
from .models import Erasure, ErasureItem
from .refusals import refuse_if_held, refuse_if_in_use
from .schemas import ErasedEvent
from .states import CLIENT, DONE, ERASED_EVENT, FIRM, NEXT_LOOK, RUNNING, SWEPT_AFTER
from .tables import OWNED

_EVENT_DATA = ErasedEvent()
_WITH_FILES = [table for table, rule in OWNED.items() if rule.has_files]


def erase(erasure):
    """Erase everything of the record, and make the certificate.

    Raises `OnHold`, `LeadBecameClient`, `ClientMerged`, `NoLongerDue`, `StorageUnavailable`.
    """
    if erasure.status != RUNNING or _waits_for_messages(erasure):
        return
    if erasure.kind == FIRM:
        _erase_firm(erasure)
    else:
        _delete_rows(erasure)
        _delete_everywhere_else(erasure)
    _finish(erasure)


def sweep(erasure):
    """Search again for data that arrived after the erasure, and forget the ids of the erased records."""
    if erasure.kind == FIRM:
        whole_firm.erase_files(Firm.fetch(erasure.firm_id))
        whole_firm.delete_rows(erasure)
    else:
        _delete_everywhere_else(erasure)
    ErasureItem.forget(erasure)


def _waits_for_messages(erasure):
    """Whether a message must first reach the client, such as the answer to their request; if so, plan to try again."""
    if erasure.kind != CLIENT or not Communication.any_unsent_to(erasure, erasure.record_id):
        return False
    client, firm = Client.fetch(erasure, erasure.record_id), Firm.fetch(erasure.firm_id)
    due_at = (postponed_until(firm, client) or now()) + NEXT_LOOK
    with db.atomic():
        plan(erasure.firm_id, "erase", erasure.firm_id, erasure.id, due_at=due_at)
    return True


def _erase_firm(erasure):
    firm = Firm.fetch(erasure.firm_id)
    leave_platforms(firm)
    whole_firm.erase_files(firm)
    whole_firm.erase_rows(erasure)
    others = Task.firm_id == firm.id, Task.name != "erase"
    task_queues.forget(list(Task.select(Task.id).where(*others).scalars()))  # while the rows say which there are
    with db.atomic():
        Task.delete().where(*others).execute()


def _delete_rows(erasure):
    """Delete the rows, together with rows that are found only by their names, in one transaction."""
    with db.atomic():
        block_new_holds(erasure)
        rows.lock(erasure, erasure.kind, erasure.record_id)
        refuse_if_held(erasure, erasure.kind, erasure.record_id)  # not before: the waiting may have brought a hold
        refuse_if_in_use(erasure)
        about = {"digests": rows.digests(erasure, erasure.kind, erasure.record_id),
                 "elsewhere": rows.platform_copies(erasure, erasure.kind, erasure.record_id)}
        collected = rows.collect(erasure)
        if not collected:
            return
        erasure.change(**about)
        for part in Erasure.open_for(erasure, [id for _, id in collected]):
            part.delete_row()  # with its reason, which is likely to name somebody
            record_act("erasure.withdrawn", part, kind=part.kind)
        names = Names.of_items(erasure)
        named = delete_mentions(erasure, names) | empty_checks(erasure, names)
        files = sum(table == "uploads" for table, _ in collected)
        erasure.add(named | {"uploads": files})
        erasure.add(rows.delete(erasure))  # of some tables, further rows were deleted by name


def _delete_everywhere_else(erasure):
    delete_copies(erasure)
    _delete_files(erasure)
    seal_about(erasure, ErasureItem.ids(erasure), lambda number: erasure.add({"audit_log": number}))


def _delete_files(erasure):
    """Delete every object of the files: all versions, previews, photos, quarantined and arriving ones."""
    ids = ErasureItem.ids(erasure, *_WITH_FILES)
    places = [(f"{folder}/{erasure.firm_id}/", ids) for folder in ("files", "quarantine/files", "incoming")]
    places += [(f"{folder}/{erasure.firm_id}/", ErasureItem.ids(erasure, folder)) for folder in ("reports", "exports")]
    for folder, ids in places:
        delete_files_of(storage, folder, ids)
    storage.erase_versions(folder + id for folder, ids in places for id in ids)


def _finish(erasure):
    with db.atomic():
        current = Erasure.fetch_locked(erasure, erasure.id)
        if current.status != RUNNING:
            return
        certificate = make_certificate(current, finished_at=now())
        current.change(status=DONE, reason=None, finished_at=now(), certificate=certificate)
        record_act("erasure.finished", current, certificate_sha256=sha256_of(certificate))
        if current.kind == FIRM:
            plan(current.firm_id, "mail_certificate", current.firm_id, current.id)
        else:
            record_event(ERASED_EVENT, current.firm_id, _EVENT_DATA.dump(current))
        plan(current.firm_id, "sweep_erasure", current.firm_id, current.id, due_at=now() + SWEPT_AFTER)

"""Merging a client into another one, and undoing it."""

from datetime import date

from intake.accounts.audit.recording import record_act
from intake.accounts.generated_files.models import folder_of
from intake.cases.clients.actions import search_keys, unique_email
from intake.cases.clients.models import Client
from intake.cases.clients.portal_proofs import invalidate_proofs
from intake.cases.holds.checks import require_clients_not_held
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan

from .details import combined
from .errors import SameClient
from .models import (
    ClientMerge,
    end_letters_sent_since,
    forms_in_place,
    forms_of,
    lock_letters,
    lock_matters,
    movable_ids,
    move,
    remove_exports_since,
)
from .schemas import MergeEvent
from .states import REFERENCES

_EVENT_DATA = MergeEvent()
_FORMS = "intake_forms"


def merge(scope, merged_id, client_id):
    """Move all records of one client to the other, who stays. Raises `NotFound`, `SameClient`, `OnHold`."""
    with db.atomic():
        require_clients_not_held(scope, merged_id, client_id)
        merged, client = _locked(scope, merged_id, client_id)
        before, changes = dict(client.__data__), combined(client, merged)
        # The form of the matter's present client stays in the matter; one filled in under the other name is set aside.
        in_place = forms_in_place(client, merged.id)
        aside = forms_of(client, client.id, in_place)
        moved = {name: movable_ids(client, name, merged.id, client.id) for name in REFERENCES}
        moved[_FORMS] = list({*moved[_FORMS], *in_place.values()})
        _exchange(client, moved, aside, merged.id, client.id)
        merged.change(merged_into=client.id, email_key=None)
        if changes:
            client.change(**changes, **search_keys(client.__data__ | changes))
        row = ClientMerge.create(
            firm_id=client.firm_id, client_id=client.id, merged_id=merged.id, moved=moved | {"aside": aside},
            changed={name: [_as_json(before[name]), _as_json(value)] for name, value in changes.items()})
        _record("client.merged", client, merged, fields=sorted(changes))
    return row


def undo(scope, merged_id):
    """Move the records back, as far as they still exist, and return the merged client.

    Raises `NotFound`, also for a client who stayed and was merged since; `DuplicateEmail`, `OnHold`.
    """
    with unique_email(), db.atomic():
        require_clients_not_held(scope, ClientMerge.fetch_undoable(scope, merged_id).client_id)
        row = ClientMerge.fetch_undoable(scope, merged_id)
        lock_letters(row, row.moved["matters"])
        lock_matters(row, [row.client_id])
        end_letters_sent_since(row, row.moved["matters"])
        client = _lock_remaining_client(scope, row.client_id)
        merged = row.merged_client
        restored = {name: before for name, (before, after) in row.changed.items()
                    if _as_json(getattr(client, name)) == after}
        if restored.get("date_of_birth"):
            restored["date_of_birth"] = date.fromisoformat(restored["date_of_birth"])
        if restored:
            client.change(**restored, **search_keys(client.__data__ | restored))
        merged.change(merged_into=None, **search_keys(merged.__data__))
        moved = dict(row.moved)
        _exchange(client, moved, moved.pop("aside"), client.id, merged.id)
        for id in moved["matters"]:  # one created since is the other client's, and no longer opens anything
            plan(row.firm_id, "revoke_link_of_former_client", id)
            plan(row.firm_id, "void_letters_sent_since", id, row.created_at.isoformat(), now().isoformat())
        removed = remove_exports_since(row)
        for id in removed:
            plan(row.firm_id, "remove_export_files", folder_of("export", row.firm_id, id))
        row.delete_row()
        _record("client.merge_undone", client, merged, fields=sorted(restored), removed_exports=removed)
    return Client.fetch(scope, merged_id)


def _locked(scope, merged_id, client_id):
    """Return both clients, locked in one order, with their matters."""
    if merged_id == client_id:
        Client.fetch(scope, merged_id)
        raise SameClient
    ids = sorted([merged_id, client_id])
    for id in ids:
        Client.fetch(scope, id)
    lock_matters(scope, ids)  # before the clients, as every other transaction does
    rows = {id: Client.fetch_locked(scope, id) for id in ids}
    return rows[merged_id], rows[client_id]


def _lock_remaining_client(scope, client_id):
    """Return the client who stayed, locked. Raises `NotFound` with their id if they were merged since."""
    try:
        return Client.fetch_locked(scope, client_id)
    except NotFound as hidden:
        hidden.message = "The client into which this one was merged was merged itself: undo that merge first."
        raise


def _exchange(scope, moved, aside, source_id, target_id):
    """Move the rows to the target, and the forms `aside`, which are in their way, to the source."""
    spare = None
    if aside:  # both have a form of the same matter, and the one's cannot be the other's as long as that has one
        spare = Client.create(firm_id=scope.firm_id, first_name="", last_name="", merged_into=target_id,
                              **search_keys({"last_name": ""}))
        move(scope, _FORMS, aside, target_id, spare.id)
    for name, ids in moved.items():
        move(scope, name, ids, source_id, target_id)
    invalidate_proofs(scope, source_id, target_id)
    if spare:
        move(scope, _FORMS, aside, spare.id, source_id)
        spare.delete_row()


def _record(type, client, merged, **details):
    record_act(type, client, merged_client_id=merged.id, **details)
    record_act(type, merged, client_id=client.id)
    as_it_is_now = Client.fetch(client, client.id)  # the moved matters are counted
    record_event(type, client.firm_id, _EVENT_DATA.dump({"client": as_it_is_now, "merged_client_id": merged.id}))


def _as_json(value):
    """Return a value as JSON has it."""
    return value.isoformat() if isinstance(value, date) else value

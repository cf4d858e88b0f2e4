"""Merges, and the rows that refer to clients."""

from typing import Any

from peewee import SQL, Column, JSONField, Table, TextField, fn

from intake.cases.clients.models import Client
from intake.cases.holds.models import LegalHold
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.ids import is_id
from intake.core.tenancy import FirmRecord

from .states import REFERENCES, UNDO_FOR

_TABLES = {name: Table(name).bind(db) for name in REFERENCES}


class ClientMerge(FirmRecord):
    """A merge of a client into another one, kept as long as it can be undone."""

    prefix = "mrg"
    resource = "client_merge"

    client_id = TextField()
    merged_id = TextField()
    moved = JSONField()
    changed = JSONField()

    @property
    def undo_until(self):
        """The time from which it can no longer be undone."""
        return self.created_at + UNDO_FOR

    @classmethod
    def fetch_undoable(cls, scope, merged_id):
        """Return the merge of the client, locked. Raises `NotFound` if there is none, or its time is over."""
        found = cls.of(scope).where(cls.merged_id == merged_id, cls.created_at > now() - UNDO_FOR)
        merge = found.for_update().first() if is_id(merged_id) else None
        if merge is None:
            raise NotFound(Client.resource, merged_id)
        return merge

    @property
    def merged_client(self):
        """The client who was merged; `Client.fetch` does not find them."""
        return Client.select().where(Client.firm_id == self.firm_id, Client.id == self.merged_id).get()

    @classmethod
    def into(cls, client_id):
        """Return a column with the clients who were merged into this one and can be moved back: `[{id, name}]`."""
        merged = Client.alias()
        rows = (cls.select(fn.json_agg(fn.json_build_object(
            "id", merged.id, "name", fn.CONCAT_WS(" ", merged.first_name, merged.last_name))))
            .join(merged, on=(merged.firm_id == cls.firm_id) & (merged.id == cls.merged_id))
            .where(cls.firm_id == Client.firm_id, cls.client_id == client_id, cls.created_at > now() - UNDO_FOR))
        return rows.alias("merged")


def lock_matters(scope, client_ids):
    """Lock the matters of the clients, so that none of them gets another client, form or link, and none is added.

    Their leads are locked first, as by every other transaction.
    """
    Client.block_new_matters(client_ids)
    for table in (_TABLES["leads"], _TABLES["matters"]):
        list(table.select(table.c.id).where(
            table.c.firm_id == scope.firm_id, table.c.client_id.in_(client_ids)).order_by(table.c.id).for_update())


def lock_letters(scope, matter_ids):
    """Lock the letters of the matters, as every other transaction does before it locks the matters."""
    letters = Table("letters").bind(db)
    list(letters.select(letters.c.id).where(
        letters.c.firm_id == scope.firm_id, letters.c.matter_id.in_(matter_ids)).order_by(letters.c.id).for_update())


def end_letters_sent_since(merge, matter_ids):
    """Expire the letters of these matters that were sent since the merge and can be signed: the other client's.

    The worker voids them soon afterwards.
    """
    letters = Table("letters").bind(db)
    letters.update({letters.c.expires_at: now()}).where(
        letters.c.firm_id == merge.firm_id, letters.c.matter_id.in_(matter_ids), letters.c.expires_at > now(),
        letters.c.status.in_(("sent", "viewed")), letters.c.sent_at >= merge.created_at).execute()


def movable_ids(scope, name, source_id, target_id):
    """Return the ids of the source's rows of this table that can be the target's.

    The others stay: the target has a row of its own in their place.
    """
    table, twin = _TABLES[name], Table(name).alias("twin")
    rows = table.select(table.c.id).where(table.c.firm_id == scope.firm_id, table.c.client_id == source_id)
    if REFERENCES[name]:
        same = [getattr(twin.c, column) == getattr(table.c, column) for column in REFERENCES[name]]
        rows = rows.where(~fn.EXISTS(twin.select(SQL("1")).where(
            twin.c.firm_id == scope.firm_id, twin.c.client_id == target_id, *same)))
    return [row["id"] for row in rows.dicts()]


def forms_in_place(scope, client_id):
    """Return `{matter_id: id}` of the client's forms in matters whose client it is at present."""
    forms, matters = _TABLES["intake_forms"], _TABLES["matters"]
    rows = forms.select(forms.c.id, forms.c.matter_id).join(matters, on=(
        (matters.c.firm_id == forms.c.firm_id) & (matters.c.id == forms.c.matter_id)
        & (matters.c.client_id == forms.c.client_id))).where(
            forms.c.firm_id == scope.firm_id, forms.c.client_id == client_id)
    return {row["matter_id"]: row["id"] for row in rows.dicts()}


def forms_of(scope, client_id, matter_ids):
    """Return the ids of the client's forms in these matters."""
    forms = _TABLES["intake_forms"]
    return [row["id"] for row in forms.select(forms.c.id).where(
        forms.c.firm_id == scope.firm_id, forms.c.client_id == client_id,
        forms.c.matter_id.in_(list(matter_ids))).dicts()]


def move(scope, name, ids, source_id, target_id):
    """Move the source's rows among these to the target."""
    table = _TABLES[name]
    if ids:
        table.update({Column(table, "client_id"): target_id}).where(
            table.c.firm_id == scope.firm_id, table.c.client_id == source_id, table.c.id.in_(ids)).execute()


def remove_exports_since(merge):
    """Remove the exports of the remaining client that were made since: they contain what belongs to the merged one.

    Return their ids. Call it in the transaction that undoes the merge.
    """
    exports = _TABLES["exports"]
    return [row["id"] for row in exports.delete().where(
        exports.c.firm_id == merge.firm_id, exports.c.client_id == merge.client_id,
        exports.c.created_at > merge.created_at).returning(exports.c.id).dicts().execute()]


def remove_made_before(moment):
    """Remove the merges of all firms from before this time, unless one of the two clients is held."""
    held = [LegalHold.covers_client(ClientMerge.firm_id, id) for id in (ClientMerge.client_id, ClientMerge.merged_id)]
    ClientMerge.delete().where(ClientMerge.created_at <= moment, ~held[0], ~held[1]).execute()


def remove_unreferenced():
    """Remove the merged clients of all firms to whom no row refers any more."""
    earlier = Client.alias()
    referring: list[tuple[Any, Any, Any]] = [
        *((table, table.c.firm_id, table.c.client_id) for table in _TABLES.values()),
        (ClientMerge, ClientMerge.firm_id, ClientMerge.merged_id),
        (ClientMerge, ClientMerge.firm_id, ClientMerge.client_id),
        (earlier, earlier.firm_id, earlier.merged_into)]
    unreferenced = [~fn.EXISTS(rows.select(SQL("1")).where(firm == Client.firm_id, column == Client.id))
                    for rows, firm, column in referring]
    Client.delete().where(Client.merged_into.is_null(False), *unreferenced).execute()

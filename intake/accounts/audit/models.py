"""The audit log and the ends of each firm's chain."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Self

from peewee import SQL, BigIntegerField, Field, JSONField, ModelSelect, NodeList, Table, TextField, Tuple, Value, fn

from intake.core.db import Model, db
from intake.core.tenancy import FirmRecord, FirmScope


class AuditEntry(FirmRecord):
    """One act. `position`, `previous_hash` and `hash` are null until it is chained."""

    prefix = "aud"
    resource = "audit_entry"

    action = TextField()
    actor_type = TextField()
    actor_id = TextField(null=True)
    record_type = TextField()
    record_id = TextField()
    address = TextField(null=True)
    request_id = TextField(null=True)
    details = JSONField()
    position = BigIntegerField(null=True)
    previous_hash = TextField(null=True)
    hash = TextField(null=True)
    sealed_by = TextField(null=True)

    class Meta:
        table_name = "audit_log"

    @classmethod
    def firms_with_unchained(cls) -> list[str]:
        """Return the ids of the firms that have entries to chain."""
        return list(cls.select(cls.firm_id).where(cls.position.is_null()).distinct().scalars())

    @classmethod
    def unchained(cls, firm_id: str, limit: int) -> list[Self]:
        """Return the firm's oldest entries that are not chained yet."""
        return list(cls.select().where(cls.firm_id == firm_id, cls.position.is_null()).order_by(cls.id).limit(limit))

    @classmethod
    def chained(cls, firm_id: str, batch: int) -> Iterator[Self]:
        """Yield the firm's chained entries in the order of the chain, read in batches."""
        position: Any = None
        while True:
            after = [cls.position > position] if position is not None else []
            rows = list(cls.select().where(cls.firm_id == firm_id, cls.position.is_null(False), *after)
                        .order_by(cls.position).limit(batch))
            yield from rows
            if len(rows) < batch:
                return
            position = rows[-1].position

    @classmethod
    def store_positions(cls, entries: Sequence["AuditEntry"]) -> None:
        """Store the position and the hashes of these entries of one firm, in one statement."""
        columns = [[getattr(entry, name) for entry in entries] for name in ("id", "position", "previous_hash", "hash")]
        db.execute_sql(
            "UPDATE audit_log SET position = new.position, previous_hash = new.previous_hash, hash = new.hash "
            "FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::text[]) AS new (id, position, previous_hash, hash) "
            "WHERE audit_log.firm_id = %s AND audit_log.id = new.id", [*columns, entries[0].firm_id])

    @classmethod
    def mentioning(cls, firm_id: str, ids: Sequence[str], after: int, window: int) -> tuple[list[Self], int | None]:
        """Return the unsealed entries about one of the ids, or naming one, among the next chained ones of the firm.

        Also return the last position that was looked at, None at the end of the chain. Entries about erasures are left
        out.
        """
        last = db.execute_sql("SELECT max(position) FROM (SELECT position FROM audit_log WHERE firm_id = %s "
                              "AND position > %s ORDER BY position LIMIT %s) AS part", (firm_id, after, window))
        [[until]] = last.fetchall()
        if until is None:
            return [], None
        named = SQL("EXISTS (SELECT FROM regexp_matches(concat_ws(' ', record_id, actor_id, details), "
                    "'[a-z]+_[0-9A-HJKMNP-TV-Z]{26}', 'g') AS found WHERE found[1] = ANY(%s))", [list(ids)])
        return list(cls.select().where(
            cls.firm_id == firm_id, cls.position > after, cls.position <= until, cls.sealed_by.is_null(),
            cls.record_type != "erasure", named).order_by(cls.position)), until

    @classmethod
    def seal(cls, entries: Sequence["AuditEntry"], sealed_by: str) -> None:
        """Remove what these entries of one firm say besides who did what and when."""
        cls.update(address=None, request_id=None, details={}, sealed_by=sealed_by).where(
            cls.firm_id == entries[0].firm_id, cls.id.in_([entry.id for entry in entries])).execute()

    @classmethod
    def oldest(cls, firm_id: str, limit: int) -> list[Self]:
        """Return the firm's first chained entries."""
        return list(cls.select().where(cls.firm_id == firm_id, cls.position.is_null(False))
                    .order_by(cls.position).limit(limit))

    @classmethod
    def delete_chained(cls, firm_id: str, position: int) -> None:
        """Delete the firm's entries up to this position, which its chain no longer begins with."""
        cls.delete().where(cls.firm_id == firm_id, cls.position <= position).execute()

    @classmethod
    def newest(cls, scope: FirmScope, query: dict[str, Any], limit: int) -> list[dict[str, Any]]:
        """Return the rows for an `AuditQuery`, the newest first, from after its cursor.

        The name of an actor is the present one. Clients have none: their names are contents.
        """
        conditions = [getattr(cls, name) == query[name] for name in ("actor_id", "record_id", "action")
                      if name in query]
        if "after" in query:
            conditions.append(cls.created_at >= query["after"])
        if "until" in query:
            conditions.append(cls.created_at < query["until"])
        if "cursor" in query:
            conditions.append(cls.id < query["cursor"])
        rows = cls.of(scope, cls, actor_name(cls.firm_id, cls.actor_id).alias("actor_name")).where(*conditions)
        return [_shown(row) for row in rows.order_by(cls.id.desc()).limit(limit).dicts()]

    @classmethod
    def deletion_of(cls, scope: FirmScope, ids: Sequence[str]) -> dict[str, Any] | None:
        """Return the newest entry, as `newest` does, that one of these records was deleted; None if there is none."""
        rows = cls.of(scope, cls, actor_name(cls.firm_id, cls.actor_id).alias("actor_name")).where(
            cls.record_id.in_(ids), cls.action.endswith(".deleted") | cls.action.endswith(".removed"))
        row = rows.order_by(cls.id.desc()).limit(1).dicts().first()
        return _shown(row) if row else None

    @classmethod
    def rights_reduced(cls, firm_id: str | Field, user_id: str | Field, since: datetime | Field,
                       sees_only_assigned: bool = True) -> "ModelSelect[Self]":
        """Return a query for the acts since then by which a person may see less: another role, or a matter taken from
        them if they see only what is assigned to them. Columns of a query around this one may be given.
        """
        is_less = (cls.action == "user.updated") & fn.JSONB_EXISTS(cls.details, "role")
        if sees_only_assigned:
            is_less |= cls.action == "user.matter_left"
        return cls.select(Value(1)).where(
            cls.firm_id == firm_id, cls.record_id == user_id, cls.created_at >= since, is_less)


_NAME = """coalesce(
    (SELECT coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) FROM users WHERE (firm_id, id) = %s),
    (SELECT name FROM api_keys WHERE (firm_id, id) = %s),
    (SELECT name FROM oauth_clients WHERE (firm_id, id) = %s))"""
ACTOR_NAME = _NAME.replace("%s", "(t1.firm_id, t1.actor_id)")
"""The SQL of the present name of who made an entry of `t1`; clients have none."""


def actor_name(firm_id: Field, id: Field) -> NodeList:
    """Return the column with the present name of a person, key or application of the firm, by columns of a query."""
    start, *rest = (SQL(part) for part in _NAME.split("%s"))
    return NodeList([start, *(node for part in rest for node in (Tuple(firm_id, id), part))])


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row as `AuditEntryRow` shows it."""
    return {name: row[name] for name in ("id", "action", "address", "request_id", "details")} | {
        "at": row["created_at"], "record": {"type": row["record_type"], "id": row["record_id"]},
        "actor": {"type": row["actor_type"], "id": row["actor_id"], "name": row["actor_name"]}}


class AuditChain(Model):
    """Both ends of a firm's chain: what the first entry that is kept follows, and the last one."""

    firm_id = TextField(primary_key=True)
    first_position = BigIntegerField(default=1)
    anchor_hash = TextField(default="")
    last_position = BigIntegerField(default=0)
    last_hash = TextField(default="")
    last_id = TextField(null=True)

    @classmethod
    def locked(cls, firm_id: str) -> Self:
        """Return the firm's chain, created if there is none, locked until the transaction ends."""
        cls.insert(firm_id=firm_id).on_conflict_ignore().execute()
        return cls.select().where(cls.firm_id == firm_id).for_update().get()

    @classmethod
    def of_firm(cls, firm_id: str) -> Self:
        """Return the firm's chain, an empty one if there is none."""
        return cls.get_or_none(cls.firm_id == firm_id) or cls(firm_id=firm_id)

    @classmethod
    def to_purge(cls, before: Any) -> list[str]:
        """Return the ids of the firms without a legal hold whose first entry was made before the moment."""
        first = (AuditEntry.firm_id == cls.firm_id) & (AuditEntry.position == cls.first_position)
        holds = Table("legal_holds").bind(db)  # the feature of that name comes after this one
        held = holds.select(holds.c.firm_id).where(holds.c.lifted_at.is_null())
        return list(cls.select(cls.firm_id).join(AuditEntry, on=first).where(
            AuditEntry.created_at < before, cls.firm_id.not_in(held)).scalars())

    @classmethod
    def firms(cls) -> list[str]:
        """Return the ids of all firms that have entries or a chain."""
        entries = AuditEntry.select(AuditEntry.firm_id).distinct()
        return sorted({*cls.select(cls.firm_id).scalars(), *entries.scalars()})

    def move(self, **values: Any) -> None:
        """Update the given columns."""
        for name, value in values.items():
            setattr(self, name, value)
        type(self).update(**values).where(type(self).firm_id == self.firm_id).execute()

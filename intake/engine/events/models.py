"""The outbox."""

import json
from datetime import datetime
from typing import Any, Self

from peewee import BigIntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import iso, now
from intake.core.db import Model, db
from intake.core.tenancy import FirmRecord, FirmScope

from .states import PUBLIC


class Event(FirmRecord):
    """Something that happened in a firm, with its payload at that moment. `relayed_at` is null while it waits."""

    prefix = "evt"
    resource = "event"

    type = TextField()
    data = JSONField()
    relayed_at = DateTimeTZField(null=True)
    position = BigIntegerField(null=True)

    @classmethod
    def insert_at_commit(cls, type: str, firm_id: str, data: dict[str, Any]) -> Self:
        """Insert an event that has to be relayed, as the surrounding transaction commits."""
        event = cls(type=type, firm_id=firm_id, data=data, created_at=now())
        db.insert_at_commit(cls, {"id": event.id, "firm_id": firm_id, "type": type, "data": json.dumps(data),
                                  "created_at": event.created_at, "position": _first_position(type)})
        return event

    @classmethod
    def insert_if_wanted(cls, type: str, firm_id: str, data: dict[str, Any], wanted: str) -> Self:
        """Insert an event; if the condition `wanted` does not hold, it counts as relayed at once."""
        event = cls(type=type, firm_id=firm_id, data=data, created_at=now())
        event.relayed_at = db.execute_sql(
            f"""
            INSERT INTO events (id, firm_id, type, data, created_at, position, relayed_at)
            SELECT event.*, CASE WHEN {wanted} THEN NULL ELSE event.created_at END
            FROM (VALUES (%s, %s, %s, %s::jsonb, %s::timestamptz, %s::bigint))
                AS event (id, firm_id, type, data, created_at, position)
            RETURNING relayed_at
            """,  # noqa: S608 (conditions are constants of our own)
            (event.id, firm_id, type, json.dumps(data), event.created_at, _first_position(type))).fetchone()[0]
        return event

    @classmethod
    def any_to_relay(cls) -> bool:
        """Whether an event waits in the outbox."""
        return cls.select().where(cls.relayed_at.is_null()).exists()

    @classmethod
    def take_to_relay(cls, most: int) -> dict[str, str]:
        """Mark the oldest waiting events of all firms as relayed, except those that another worker has taken.

        Return {id: type}. Call it in the transaction that relays them.
        """
        oldest = (cls.select(cls.id).where(cls.relayed_at.is_null()).order_by(cls.id).limit(most)
                  .for_update("FOR UPDATE SKIP LOCKED"))  # type: ignore[arg-type]
        return dict(cls.update(relayed_at=now()).where(cls.id.in_(oldest)).returning(cls.id, cls.type).tuples())

    @classmethod
    def matching(cls, ids: list[str], condition: str | None) -> list[tuple[str, dict[str, Any]]]:
        """Return (firm's id, data) of the events among these for which the condition holds, the oldest first."""
        if not ids:
            return []
        where = f"AND ({condition})" if condition else ""
        return db.execute_sql(
            f"SELECT event.firm_id, event.data FROM events AS event WHERE event.id = ANY(%s) {where} "  # noqa: S608
            "ORDER BY event.id", (ids,)).fetchall()

    @classmethod
    def any_without_position(cls, scope: FirmScope) -> bool:
        """Whether a public event waits for its position in the firm's feed."""
        return cls.of(scope, cls.id).where(cls.position.is_null(), cls.type.in_(PUBLIC)).exists()

    @classmethod
    def after_position(cls, scope: FirmScope, position: int, limit: int, *conditions: Any) -> list[Self]:
        """Return the events after this position in the firm's feed that meet the conditions, in the feed's order."""
        return list(cls.of(scope).where(cls.position > position, *conditions).order_by(cls.position).limit(limit))


def _first_position(type: str) -> int | None:
    """Return the position of a new event: internal ones have 0, which no feed shows."""
    return None if type in PUBLIC else 0


class EventFeed(Model):
    """The last position in a firm's feed."""

    firm_id = TextField(primary_key=True)
    last_position = BigIntegerField(default=0)

    @classmethod
    def assign_positions(cls, firm_id: str, most: int) -> int:
        """Give the next positions to the firm's oldest events without one. Return the last position.

        Call it inside a transaction; concurrent calls for the same firm wait until it ends.
        """
        cls.insert(firm_id=firm_id).on_conflict_ignore().execute()
        last = cls.select().where(cls.firm_id == firm_id).for_update().get().last_position
        given = db.execute_sql(
            """
            UPDATE events SET position = %s + waiting.number
            FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM (
                      SELECT id FROM events WHERE firm_id = %s AND position IS NULL AND type = ANY(%s)
                      ORDER BY id LIMIT %s) AS oldest) AS waiting
            WHERE events.firm_id = %s AND events.id = waiting.id
            """, (last, firm_id, list(PUBLIC), most, firm_id)).rowcount
        if given:
            cls.update(last_position=last + given).where(cls.firm_id == firm_id).execute()
        return last + given


def envelope(id: str, type: str, created_at: datetime, firm_id: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return an event in the form that receivers get (docs/behaviour.md, "Events and webhooks")."""
    return {"id": id, "type": type, "created_at": iso(created_at), "firm_id": firm_id, "data": data}

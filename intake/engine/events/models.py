"""The outbox."""

from datetime import datetime
from typing import Any

from peewee import JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField
from psycopg2.extras import Json

from intake.core.clock import iso, now
from intake.core.db import db
from intake.core.tenancy import FirmRecord


class Event(FirmRecord):
    """Something that happened in a firm, with its payload at that moment. `relayed_at` is null while it waits."""

    prefix = "evt"
    resource = "event"

    type = TextField()
    data = JSONField()
    relayed_at = DateTimeTZField(null=True)

    @classmethod
    def insert_if_wanted(cls, type: str, firm_id: str, data: dict[str, Any], wanted: str) -> "Event":
        """Insert an event; where the condition `wanted` does not hold it counts as relayed at once."""
        event = cls(type=type, firm_id=firm_id, data=data, created_at=now())
        event.relayed_at = db.execute_sql(
            f"""
            INSERT INTO events (id, firm_id, type, data, created_at, relayed_at)
            SELECT event.*, CASE WHEN {wanted} THEN NULL ELSE event.created_at END
            FROM (VALUES (%s, %s, %s, %s::jsonb, %s::timestamptz)) AS event (id, firm_id, type, data, created_at)
            RETURNING relayed_at
            """,  # noqa: S608 (conditions are constants of our own)
            (event.id, firm_id, type, Json(data), event.created_at)).fetchone()[0]
        return event

    @classmethod
    def any_to_relay(cls) -> bool:
        """Whether an event waits in the outbox."""
        return cls.select().where(cls.relayed_at.is_null()).exists()

    @classmethod
    def take_to_relay(cls, most: int) -> dict[str, str]:
        """Mark the oldest waiting events of all firms as relayed, except those that another worker has taken.

        Return the type of each by its id. Belongs into the transaction that relays them.
        """
        oldest = (cls.select(cls.id).where(cls.relayed_at.is_null()).order_by(cls.id).limit(most)
                  .for_update("FOR UPDATE SKIP LOCKED"))  # type: ignore[arg-type]
        return dict(cls.update(relayed_at=now()).where(cls.id.in_(oldest)).returning(cls.id, cls.type).tuples())

    @classmethod
    def matching(cls, ids: list[str], condition: str | None) -> list[tuple[str, dict[str, Any]]]:
        """Return (firm's id, data) of those of these events for which the condition holds, the oldest first."""
        if not ids:
            return []
        where = f"AND ({condition})" if condition else ""
        return db.execute_sql(
            f"SELECT event.firm_id, event.data FROM events AS event WHERE event.id = ANY(%s) {where} "  # noqa: S608
            "ORDER BY event.id", (ids,)).fetchall()


def envelope(id: str, type: str, created_at: datetime, firm_id: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return an event as receivers get it (docs/behaviour.md, "Events and webhooks")."""
    return {"id": id, "type": type, "created_at": iso(created_at), "firm_id": firm_id, "data": data}

"""Record who did what, when and from where (docs/behaviour.md, "Audit log").

An act is inserted in its transaction, in the round trip of the COMMIT. A read has no transaction: it is kept in memory
and inserted within two seconds, so that it costs the reader nothing.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from flask import current_app, g, has_app_context, has_request_context, request
from werkzeug.local import LocalProxy

from intake.core.clock import now
from intake.core.db import db, insert_rows
from intake.core.ids import new_id
from intake.core.write_buffer import WriteBuffer

from .models import AuditEntry
from .states import PERSON, SYSTEM


class Audited(Protocol):
    """A record that an act is about."""

    id: Any
    resource: str

    @property
    def firm_id(self) -> Any: ...


class Actor(NamedTuple):
    """Who acts. `via` names what they act by, such as the client's intake link; it is added to the details."""

    type: str
    id: str | None
    via: tuple[tuple[str, str], ...] = ()


def act_as(type: str, id: str | None, **via: str) -> None:
    """Name who acts from here on in this request or command."""
    g.actor = Actor(type, id, tuple(via.items()))


@contextmanager
def acting_as(type: str, id: str | None) -> Iterator[None]:
    """Name who acts during the block, such as the person whose decision a job carries out."""
    before = g.get("actor")
    act_as(type, id)
    try:
        yield
    finally:
        g.actor = before


def record_act(action: str, record: Audited, entry_id: str | None = None, **details: Any) -> None:
    """Record an act on the record if, and only if, the surrounding transaction commits.

    `details` are ids, roles, scopes, statuses and names of fields, never contents. The entry gets a new id unless one
    was made for it before.
    """
    db.insert_at_commit(AuditEntry, _row(action, record, details) | ({"id": entry_id} if entry_id else {}))


def record_change(record: Audited, fields: Iterable[str], **details: Any) -> None:
    """Record that these fields of the record changed: `matter.updated`. Nothing if there are none.

    Columns that follow from others, such as search keys, are left out.
    """
    if names := sorted(name for name in fields if not name.endswith(("_key", "updated_at"))):
        record_act(f"{record.resource}.updated", record, fields=names, **details)


def record_read(action: str, record: Audited, **details: Any) -> None:
    """Record that something was read or refused, which changes nothing and has no transaction."""
    reads.add(tuple(_row(action, record, details).items()))


def insert_reads(counts: Iterable[tuple[tuple[str, object], ...]]) -> None:
    """Insert what `record_read` kept, and was not inserted by a call whose answer from the database was lost."""
    insert_rows(AuditEntry, [dict(row) for row in counts], once=True)


reads: WriteBuffer = LocalProxy(lambda: current_app.extensions["audited_reads"])  # type: ignore[assignment]
"""The reads of this process that are still to be inserted."""


def current_actor() -> Actor:
    """Return who acts: in a request a person until it says more, else the system."""
    named = g.get("actor") if has_app_context() else None
    return named or Actor(PERSON if has_request_context() else SYSTEM, None)


def _row(action: str, record: Audited, details: dict[str, Any]) -> dict[str, object]:
    in_request, actor = has_request_context(), current_actor()
    return {"id": new_id(AuditEntry.prefix), "firm_id": record.firm_id, "action": action, "actor_type": actor.type,
            "actor_id": actor.id, "record_type": record.resource, "record_id": record.id,
            "address": request.remote_addr if in_request else None,
            "request_id": g.get("request_id") if in_request else None,
            "details": json.dumps(dict(actor.via) | details), "created_at": now()}

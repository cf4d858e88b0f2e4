"""Tenant isolation: a firm's records are read through a `FirmScope` only."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, Self

from peewee import SQL, TextField, fn
from playhouse.postgres_ext import DateTimeTZField
from psycopg2.errors import ForeignKeyViolation

from .clock import now
from .db import Record
from .errors import NotFound
from .ids import is_id
from .schemas import Page
from .statements import CompiledQuery, Parameter, update_row, update_row_with_next
from .subclasses import subclasses


class FirmScope(Protocol):
    """Limits a query to one firm: a firm, a caller, a client's portal session, or a record of the firm.

    Finders take one as their first argument.
    """

    @property
    def firm_id(self) -> str:
        """The firm whose records are visible."""

    @property
    def assignee(self) -> Iterable[str] | None:
        """None, or the names under which matters are assigned to a user who sees only those matters."""


class StatementScope(NamedTuple):
    """The `FirmScope` of a statement that is compiled before its parameters are known."""

    firm_id: Parameter = Parameter("firm_id")
    assignee: tuple[Parameter, ...] | None = None

    @classmethod
    def like(cls, scope: FirmScope) -> tuple[Self, dict[str, Any]]:
        """Return the scope of a statement for callers like this one, and the values of its parameters."""
        if scope.assignee is None:
            return cls(), {"firm_id": scope.firm_id}
        names = tuple(scope.assignee)
        parameters = tuple(Parameter(f"assignee_{place}") for place in range(len(names)))
        return cls(assignee=parameters), {"firm_id": scope.firm_id, **dict(zip(parameters, names, strict=True))}


def is_in_firm(row: Any, firm_id: Any) -> Any:
    """Return the condition that the row of another table, which its id leads to, is of the firm.

    No index begins with it. For a firm that has just grown, Postgres expects one row, and would read all of its rows
    for each id instead of the row with that id.
    """
    return fn.COALESCE(row.firm_id == firm_id, SQL("false"))


class FirmRecord(Record):
    """A row that belongs to a firm, read only through `of` and `fetch` and changed only through `change`."""

    resource = ""
    """The singular name of the resource, as not-found errors give it."""

    firm_id = TextField()

    is_shown: Any = None
    """The condition for rows that anybody sees, None if no row is hidden from all."""

    is_personal = False
    """Whether `seen_by` also depends on the person, so that no statement can be compiled for all of a firm."""

    is_of_no_matter = False
    """Whether users who see only matters assigned to them see all of the firm's rows nevertheless."""

    assignee = None
    """A record as a `FirmScope` is not limited to assigned matters: it was read through a scope that allowed it."""

    @classmethod
    def of(cls, scope: FirmScope, *columns: Any) -> Any:
        """Return a query for the rows of this model that are visible to `scope`."""
        return cls.select(*columns).where(cls.seen_by(scope))

    @classmethod
    def seen_by(cls, scope: FirmScope) -> Any:
        """Return the condition for rows of this model that are visible to `scope`."""
        own = cls.firm_id == scope.firm_id
        if cls.is_shown is not None:
            own &= cls.is_shown
        return own if scope.assignee is None else own & cls.seen_by_assignee(scope)

    @classmethod
    def seen_by_assignee(cls, scope: FirmScope) -> Any:
        """Return the condition for a user who sees only matters assigned to `scope.assignee`.

        Models that belong to a matter override it. Such a user sees no rows of other models, or all rows of models with
        `is_of_no_matter`.
        """
        return SQL("true" if cls.is_of_no_matter else "false")

    @classmethod
    def referenced_by(cls, column: Any) -> Any:
        """Return the condition that a row of this model is the one to which another model's column refers.

        `Deadline.select(…).join(Matter, on=Matter.referenced_by(Deadline.matter_id))`
        """
        return (cls.firm_id == column.model.firm_id) & (cls.id == column)

    @classmethod
    def newest_page(cls, scope: FirmScope, query: dict[str, Any], *conditions: Any) -> Page:
        """Return the page of visible rows that fulfil the conditions, newest first, for a `PageQuery`."""
        return Page.of(cls.of(scope).where(*conditions).order_by(cls.created_at.desc(), cls.id.desc()), query)

    @classmethod
    def fetch(cls, scope: FirmScope, id: object, *more_columns: Any) -> Self:
        """Return the firm's row with this id. Raises `NotFound`, for another firm's id as for an unknown one."""
        if more_columns or cls.is_personal or scope.assignee is not None:
            return cls.found(id, cls.of(scope, cls, *more_columns))
        return cls.found_by(_row_with_id(cls), scope, id)

    @classmethod
    def for_job(cls, id: object) -> Self | None:
        """Return the row with this id, whichever firm it belongs to, or None. For jobs, which have no caller."""
        return cls.select().where(cls.id == id).first() if is_id(id) else None

    @classmethod
    def in_firm(cls, firm_id: str, id: object) -> Self | None:
        """As `for_job`, of this firm alone."""
        return cls.select().where(cls.firm_id == firm_id, cls.id == id).first() if is_id(id) else None

    @classmethod
    def fetch_locked(cls, scope: FirmScope, id: object) -> Self:
        """As `fetch`, with the row locked until the transaction ends."""
        if cls.is_personal or scope.assignee is not None:
            return cls.found(id, cls.of(scope).for_update())
        return cls.found_by(_row_with_id(cls, lock=True), scope, id)

    @classmethod
    def found(cls, id: object, query: Any) -> Self:
        """Return the query's row with this id. Raises `NotFound`."""
        row = query.where(cls.id == id).first() if is_id(id) else None
        if row is None:
            raise NotFound(cls.resource, id)
        return row

    @classmethod
    def found_by(cls, query: CompiledQuery, scope: FirmScope, id: object) -> Self:
        """Return the row with this id of a query that was compiled for a `StatementScope` and an `id`.

        Raises `NotFound`.
        """
        row = query.record(cls, firm_id=scope.firm_id, id=id) if is_id(id) else None
        if row is None:
            raise NotFound(cls.resource, id)
        return row

    @classmethod
    def fetch_by(cls, compiled: Callable[[StatementScope], CompiledQuery], scope: FirmScope, id: object) -> Self:
        """Return the row with this id, with all that its query joins to it.

        `compiled` returns the query for a scope, by the parameter `id`. Raises `NotFound`.
        """
        like, values = StatementScope.like(scope)
        rows = compiled(like).records(**values, id=id) if is_id(id) else ()
        if not rows:
            raise NotFound(cls.resource, id)
        [row] = rows
        return row

    def change(self, *conditions: Any, **values: Any) -> bool:
        """Update this row if the conditions hold in the database. Returns whether they did."""
        self._note_update(values)
        changed = update_row(self, conditions, values)
        if changed:
            self._take(values)
        return changed

    def change_with_next(self, **values: Any) -> None:
        """Update this row in the message of the transaction's next statement; for a row that the transaction locked."""
        self._note_update(values)
        update_row_with_next(self, values)
        self._take(values)

    def _note_update(self, values: dict[str, Any]) -> None:
        if "updated_at" in type(self)._meta.fields:
            values.setdefault("updated_at", now())

    def _take(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    def delete_row(self, *conditions: Any) -> bool:
        """Delete this row if the conditions hold in the database. Returns whether it was there and they did."""
        model = type(self)
        return bool(model.delete().where(model.firm_id == self.firm_id, model.id == self.id, *conditions).execute())

    def differing(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values that differ from this row's."""
        return {name: value for name, value in values.items() if not _same(getattr(self, name), value)}


class RemovableRecord(FirmRecord):
    """A row that is only marked as removed, because other rows refer to it; finders no longer see it."""

    removed_at = DateTimeTZField(null=True)

    @classmethod
    def of(cls, scope: FirmScope, *columns: Any) -> Any:
        """Return a query for the rows that are visible to `scope` and not removed."""
        return super().of(scope, *columns).where(cls.removed_at.is_null())

    def remove(self) -> bool:
        """Mark the row as removed. Returns whether it was not."""
        return self.change(type(self).removed_at.is_null(), removed_at=now())


@lru_cache(None)
def _row_with_id(model: type[FirmRecord], lock: bool = False) -> CompiledQuery:
    """Compile the statement that selects the row of an id, locked until the transaction ends with `lock`."""
    query = model.of(StatementScope()).where(model.id == Parameter("id"))
    return CompiledQuery(query.for_update() if lock else query, prepared=True)


def _same(one: object, other: object) -> bool:
    """Whether two values are equal; JSON values are compared as JSON, where 1 is not true."""
    if isinstance(one, dict | list) and isinstance(other, dict | list):
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    return one == other


_REFERENCE = re.compile(r"_id\)=\(.*\b(?P<id>(?P<prefix>[a-z]+)_[0-9A-Z]{26})\)")
"""The key in Postgres's message about a row that refers to nothing: `(firm_id, matter_id)=(firm_…, mat_…)`."""


def missing_record(error: Exception) -> NotFound | None:
    """Return the error of a record that was deleted before a row that refers to it was written; None for any other."""
    violation = getattr(error, "orig", None)
    found = isinstance(violation, ForeignKeyViolation) and _REFERENCE.search(violation.diag.message_detail or "")
    resource = found and {model.prefix: model.resource for model in subclasses(FirmRecord)}.get(found["prefix"])
    return NotFound(resource, found["id"]) if found and resource else None

"""The wall between firms: every record of a firm is read through something that belongs to that firm."""

import json
from collections.abc import Iterable
from typing import Protocol

from peewee import SQL, TextField

from .clock import now
from .db import Record
from .errors import NotFound
from .ids import is_id


class FirmScope(Protocol):
    """Whose records a query may see: a firm, a caller, a client's portal session, or a record of the firm.

    Finders take one as their first argument.
    """

    @property
    def firm_id(self) -> str:
        """The firm whose records are seen, and no other's."""

    @property
    def assignee(self) -> Iterable[str] | None:
        """None, or the names under which matters are assigned to a person who sees only those matters."""


class FirmRecord(Record):
    """A row that belongs to a firm. It is read through `of` and `fetch` and changed through `change`, never past them.

    `scope` is anything with a `firm_id` and an `assignee`: a firm, a caller, another record of the firm. The assignee
    is None, or the names under which matters are assigned to somebody who sees nothing but those.
    """

    resource = ""
    """The singular that a not-found error names."""

    firm_id = TextField()

    assignee = None
    """Whoever has come as far as a record sees what hangs together with it."""

    @classmethod
    def of(cls, scope, *columns):
        """A query for the firm's rows of this kind, as far as `scope` sees them."""
        return cls.select(*columns).where(cls.seen_by(scope))

    @classmethod
    def seen_by(cls, scope):
        """The condition that holds of the rows of this kind which `scope` sees."""
        own = cls.firm_id == scope.firm_id
        return own if scope.assignee is None else own & cls.seen_by_assignee(scope)

    @classmethod
    def seen_by_assignee(cls, scope):
        """The condition for somebody who sees only matters that are assigned to `scope.assignee`.

        A kind of record that hangs below a matter says so here; of every other kind nothing is seen.
        """
        return SQL("false")

    @classmethod
    def fetch(cls, scope, id, *more_columns):
        """The firm's row with this id. Raises `NotFound`, for another firm's id exactly as for an unknown one."""
        return cls.found(id, cls.of(scope, cls, *more_columns))

    @classmethod
    def for_job(cls, id):
        """The row with this id, of whatever firm, None if there is none. For those who have no caller."""
        return cls.select().where(cls.id == id).first() if is_id(id) else None

    @classmethod
    def fetch_locked(cls, scope, id):
        """`fetch`, and until the transaction ends nobody else changes the row."""
        return cls.found(id, cls.of(scope).for_update())

    @classmethod
    def found(cls, id, query):
        """The query's row with this id. Raises `NotFound`."""
        row = query.where(cls.id == id).first() if is_id(id) else None
        if row is None:
            raise NotFound(cls.resource, id)
        return row

    def change(self, *conditions, **values):
        """Update this row if the conditions hold of what the database has now. Says whether they did."""
        model = type(self)
        if "updated_at" in model._meta.fields:
            values.setdefault("updated_at", now())
        changed = model.update(**values).where(
            model.firm_id == self.firm_id, model.id == self.id, *conditions).execute()
        if changed:
            for name, value in values.items():
                setattr(self, name, value)
        return bool(changed)

    def differing(self, values):
        """Those of the values that are not already this row's."""
        return {name: value for name, value in values.items() if not _same(getattr(self, name), value)}


def _same(one, other):
    """Whether two values are the same as JSON, where 1 is not true."""
    if isinstance(one, dict | list) and isinstance(other, dict | list):
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    return one == other

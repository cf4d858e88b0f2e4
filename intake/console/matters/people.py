"""The people of a firm, to whom matters are assigned."""

from peewee import fn

from intake.accounts.users.models import User
from intake.accounts.users.names import distinct_names, name_of
from intake.accounts.users.states import ACTIVE, SUSPENDED
from intake.core.text_search import name_order

_SHOWN = [getattr(User, name) for name in ("id", "first_name", "last_name", "email", "status")]


class People:
    """The users of a firm, by the ids under which matters are assigned to them; namesakes have addresses added."""

    def __init__(self, users):
        called = distinct_names([(user.id, name_of(user), user.email) for user in users])
        names = dict(zip((user.id for user in users), called, strict=True))
        self._users = sorted(users, key=lambda user: name_order(names[user.id]))
        self._names = {id: names[user.id] for user in users for id in user.assigned_as}

    @classmethod
    def of_firm(cls, scope):
        """Return the firm's active and former people."""
        return cls(list(users_of(scope)))

    @classmethod
    def from_rows(cls, rows):
        """Return the people from dictionaries with `id`, `first_name`, `last_name` and `email`.

        `assignable` and `is_suspended` also need their `status`.
        """
        return cls([User(**row) for row in rows])

    @property
    def choices(self):
        """Everybody as (id, name), by name."""
        return [(user.id, self._names[user.id]) for user in self._users]

    def assignable(self, present):
        """Return (id, name) of everybody who can be put in charge: active people, and the present person in charge.

        The latter has the id under which the matter is assigned, and need not be a user.
        """
        found = [(present if present in user.assigned_as else user.id, self._names[user.id]) for user in self._users
                 if user.status == ACTIVE or present in user.assigned_as]
        return found if not present or self.has(present) else [(present, present), *found]

    def has(self, assigned):
        """Whether the id belongs to a user."""
        return assigned in self._names

    def is_suspended(self, assigned):
        """Whether the id belongs to a suspended user."""
        return any(assigned in user.assigned_as for user in self._users if user.status == SUSPENDED)

    def name(self, assigned):
        """Return the name of the person to whom a matter is assigned, or the id if no user has it."""
        return self._names.get(assigned, assigned)


def users_of(scope):
    """Return the query for the firm's users, for `People`."""
    return User.of(scope, *_SHOWN)


def users_as_json(scope):
    """Return the firm's users as a JSON column, for `People.from_rows`."""
    pairs = (part for column in _SHOWN for part in (column.name, column))
    return User.of(scope, fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(*pairs)), "[]"))

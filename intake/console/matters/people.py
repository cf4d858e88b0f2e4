"""The people of a firm, to whom matters are assigned."""

from peewee import fn

from intake.accounts.users.models import User
from intake.console.frame.names import name_of


class People:
    """The users of a firm, by the ids under which matters are assigned to them."""

    def __init__(self, users):
        self.users = sorted(users, key=lambda user: name_of(user).casefold())
        self._names = {id: name_of(user) for user in users for id in user.assigned_as}

    @classmethod
    def from_rows(cls, rows):
        """Return the people of dictionaries with `id`, `first_name`, `last_name` and `email`."""
        return cls([User(**row) for row in rows])

    @property
    def choices(self):
        """The id and the name of each, by name."""
        return [(user.id, name_of(user)) for user in self.users]

    def has(self, assigned):
        """Whether the id is one of a user."""
        return assigned in self._names

    def name(self, assigned):
        """Return the name of the person to whom a matter is assigned, or the id as it is if no user has it."""
        return self._names.get(assigned, assigned)


def users_as_json(scope):
    """Return the firm's users as a column of JSON, for `People.from_rows`."""
    columns = ("id", "first_name", "last_name", "email")
    pairs = (part for name in columns for part in (name, getattr(User, name)))
    return User.of(scope, fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(*pairs)), "[]"))

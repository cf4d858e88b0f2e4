"""The people of a firm, to whom matters are assigned."""

from intake.accounts.users.models import User


class People:
    """The users of a firm, by the ids under which matters are assigned to them."""

    def __init__(self, users):
        self.users = sorted(users, key=lambda user: name_of(user).casefold())
        self._names = {id: name_of(user) for user in users for id in user.assigned_as}

    @classmethod
    def from_rows(cls, rows):
        """Return the people of dictionaries with `id`, `first_name`, `last_name` and `email`."""
        return cls([User(**row) for row in rows])

    def has(self, assigned):
        """Whether the id is one of a user."""
        return assigned in self._names

    def name(self, assigned):
        """Return the name of the person to whom a matter is assigned, or the id as it is if no user has it."""
        return self._names.get(assigned, assigned)


def name_of(user):
    """Return the user's name, else the e-mail address."""
    return " ".join(filter(None, (user.first_name, user.last_name))) or user.email

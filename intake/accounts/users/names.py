"""The names of a firm's people."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .models import User


def name_of(user: User) -> str:
    """Return the user's name, else the e-mail address."""
    return " ".join(filter(None, (user.first_name, user.last_name))) or user.email


def name_in(row: Mapping[str, Any]) -> str:
    """Return the name, else the e-mail address, of the user whose names and address are columns of the row."""
    return name_of(User(**{name: row[name] for name in ("first_name", "last_name", "email")}))


def distinct_names(people: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return the names of the people, given as `(id, name, address)`; namesakes get their addresses added."""
    bearers = Counter(name for _, name in {(id, name) for id, name, _ in people})
    return [name if bearers[name] == 1 else f"{name} ({address})" for _, name, address in people]

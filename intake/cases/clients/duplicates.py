"""Finding the clients who are probably the same person as one that is about to be created."""

from difflib import SequenceMatcher
from functools import reduce
from operator import or_

from intake.core.rare_words import has_parts, parts_of
from intake.core.text_search import contains, folded, name_order, without_accents

from .models import Client

SHOWN = 5
_COMPARED = 500
"""How many clients with a similar beginning of a name are compared at most."""
_BEGINNING, _PARTS = 3, 6
_SIMILAR = 0.82
_LONGEST = 201


def likely_duplicates(scope, first_name, last_name, email=None, phone=None):
    """Return the clients with the same e-mail address or phone number, then those with a similar name, at most `SHOWN`.

    Accents, case and the order of first and last name make no difference.
    """
    parts = folded(f"{first_name} {last_name}").split()[:_PARTS]
    beginnings = [contains(each, Client.search_key) & has_parts(
        Client, Client.searched, parts_of(scope, each)) for part in parts
                  for each in sorted({part[:_BEGINNING], without_accents(part)[:_BEGINNING]} - {""})]
    same = [column == value for column, value in (
        (Client.email_key, folded(email or "")), (Client.phone, phone)) if value]
    either = reduce(or_, [*same, *beginnings])
    exact = reduce(or_, [*same, Client.last_name_key.startswith(name_order(last_name))])
    candidates = Client.of(
        scope, Client.id, Client.first_name, Client.last_name, Client.email, Client.email_key, Client.phone
    ).where(either).order_by(exact.desc(nulls="LAST"), Client.id.desc()).limit(_COMPARED)
    wanted = _comparable(first_name, last_name)
    found = []
    for client in candidates:
        likeness = 2 if is_reached_by(client, email, phone) else _likeness(
            wanted, _comparable(client.first_name, client.last_name))
        if likeness >= _SIMILAR:
            found.append((likeness, client))
    return [client for _, client in sorted(found, key=lambda each: -each[0])[:SHOWN]]


def is_reached_by(client, email, phone):
    """Whether this e-mail address or this number, each of which may be None, is the client's."""
    return bool((email and client.email_key == folded(email)) or (phone and client.phone == phone))


def has_similar_name(client, first_name, last_name):
    """Whether the client's name is nearly this one, in any order."""
    return _likeness(_comparable(first_name, last_name), _comparable(client.first_name, client.last_name)) >= _SIMILAR


def _comparable(*names):
    """Return the words of the names in order, without accents, cut to the length of two: a file has longer ones."""
    return " ".join(sorted(without_accents(folded(" ".join(names))).split()))[:_LONGEST]


def _likeness(one, other):
    """Return how similar two texts are, 1 if they are the same."""
    matcher = SequenceMatcher(None, one, other)
    return matcher.ratio() if matcher.quick_ratio() >= _SIMILAR else 0

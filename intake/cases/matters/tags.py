"""The matters with a tag, whatever its capitals are: those of ASCII; others differ by the locale of a database."""

from peewee import Expression, Value, fn


def tag_keys(scope, tag):
    """Return what `has_tag` looks up for this tag: what the database makes of it."""
    return [f"{scope.firm_id} {tag.encode().lower().decode()}"]


def has_tag(matter, keys):
    """Return the condition for the matters, of this model, that have the tag; `keys` may be a `Parameter`."""
    given = Value(keys, unpack=False) if isinstance(keys, list) else keys
    return Expression(fn.TAG_KEYS(matter.firm_id, matter.tags), "@>", given)

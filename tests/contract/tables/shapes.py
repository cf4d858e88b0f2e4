"""The kinds of values in requests and answers: the vocabulary of all tables.

A shape is one of the names below, a dict (an object with exactly these fields) or a list of one shape.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date


@dataclass(frozen=True)
class Shape:
    """A kind of value: a check for it, and wrong values to send in requests."""

    name: str
    fits: Callable
    wrong: tuple = ()
    null: str = ""
    absent: bool = False
    of_some: bool = False

    @property
    def or_null(self):
        """Null if nothing was given."""
        return replace(self, null="where not given")

    @property
    def or_absent(self):
        """Missing if nothing was given."""
        return replace(self, absent=True)

    @property
    def or_not_there(self):
        """Present in only some items of a list."""
        return replace(self, of_some=True)

    def null_until(self, event):
        """Null until an event that no example causes."""
        return replace(self, null=f"until {event}")

    def __str__(self):
        return (self.name + (f" or null {self.null}" if self.null else "")
                + (" or absent" if self.absent or self.of_some else ""))


def _text_like(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _is_date(value):
    return _text_like(r"\d{4}-\d{2}-\d{2}")(value) and bool(date.fromisoformat(value))


def _is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


TEXT = Shape("text", lambda value: isinstance(value, str), wrong=(5, [], {"a": "b"}, "nul \x00", "lone \ud800"))
BOOLEAN = Shape("boolean", lambda value: isinstance(value, bool), wrong=("yes", 1, None))
INTEGER = Shape("integer", _is_integer, wrong=("5", 1.5, True, None))
NUMBER = Shape("number", lambda value: _is_integer(value) or isinstance(value, float), wrong=("5", True))
OBJECT = Shape("object", lambda value: isinstance(value, dict), wrong=("text", 5, [1]))
TIMESTAMP = Shape("timestamp", _text_like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"),
                  wrong=("yesterday", "2026-02-30T00:00:00Z", 5))
DATE = Shape("date", _is_date, wrong=("2026-02-30", "02/03/2026", "20260203", "2026-W08-1", 20260203))
EMAIL = Shape("e-mail address", _text_like(r"[^@\s]+@[^@\s]+"), wrong=("nobody", "a@", "@example.com", 5))
PHONE = Shape("E.164 number", _text_like(r"\+[1-9]\d{6,14}"), wrong=("555-1234", "15551234567", "+0123456789", "+1"))
URL = Shape("URL", _text_like(r"https?://\S+"), wrong=("not a url", "ftp://example.com", 5))
HTTPS_URL = Shape("https URL", _text_like(r"https://\S+"), wrong=("nonsense", "http://example.com/hook", 5))
MIME_TYPE = Shape("MIME type", _text_like(r"[\w.+-]+/[\w.+*-]+"), wrong=("pdf", "application/", "a b/c", 5))


def id_of(*prefixes):
    """An identifier: the prefix, or one of them, and a ULID."""
    return Shape(f"{' or '.join(f'{prefix}_' for prefix in prefixes)} id",
                 _text_like(rf"({'|'.join(prefixes)})_[0-9A-HJKMNP-TV-Z]{{26}}"), wrong=(5, [], {}))


def one_of(*words):
    return Shape(" | ".join(words), lambda value: value in words, wrong=("nonsense", words[0].upper(), 5, None))


def exactly(value):
    return Shape(f"always {value!r}".replace("None", "null"), lambda given: given == value)


def between(low, high):
    return Shape(f"integer {low} to {high}", lambda value: _is_integer(value) and low <= value <= high,
                 wrong=(low - 1, high + 1, "5", 1.5, True))


def list_of(shape):
    """A list in a request."""
    return Shape(f"list of {shape}", lambda value: isinstance(value, list) and all(map(shape.fits, value)),
                 wrong=("text", {"a": "b"}, *([wrong] for wrong in shape.wrong)))


def object_of(fields):
    """An object with exactly these fields, if a plain dict does not suffice: `object_of({…}).or_null`."""
    return Shape(describe(fields), lambda value: not schema_errors(fields, value))


def map_of(shape):
    """An object with any keys whose values all have the shape."""
    return Shape(f"map of {shape}", lambda value: isinstance(value, dict) and all(map(shape.fits, value.values())),
                 wrong=("text", 5, [1], *({"email": wrong} for wrong in shape.wrong)))


def describe(shape):
    """The shape in a few words, for the name of a test."""
    if isinstance(shape, list):
        return f"list of {describe(shape[0])}"
    return f"{{{', '.join(shape)}}}" if isinstance(shape, dict) else str(shape)


def schema_errors(shape, value, path="", full=True):
    """Return a sentence for each deviation of the value from the shape. In a `full` example nothing may be missing."""
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path} is {value!r}, not a list"]
        return [wrong for place, item in enumerate(value)
                for wrong in schema_errors(shape[0], item, f"{path}[{place}]", full)]
    if isinstance(shape, dict):
        return _misfits_of_object(shape, value, path, full)
    if value is None and shape.null and (not full or shape.null != "where not given"):
        return []
    return [] if shape.fits(value) else [f"{path} is {value!r}, not {shape}"]


def _misfits_of_object(shape, value, path, full):
    if not isinstance(value, dict):
        return [f"{path} is {value!r}, not an object"]
    optional = {name for name, inner in shape.items() if isinstance(inner, Shape)
                and (inner.of_some or (inner.absent and not full))}
    surplus, missing = value.keys() - shape.keys(), shape.keys() - value.keys() - optional
    return ([f"{path} has the fields {sorted(surplus)} that the table does not have"] * bool(surplus)
            + [f"{path} lacks the fields {sorted(missing)}"] * bool(missing)
            + [wrong for name in shape.keys() & value.keys()
               for wrong in schema_errors(shape[name], value[name], f"{path}.{name}".lstrip("."), full)])

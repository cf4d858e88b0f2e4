"""Marshmallow fields with the API's strict types.

Texts are trimmed. NUL bytes and unpaired surrogates, which Postgres cannot store, are rejected.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from marshmallow import ValidationError, fields, missing, validate
from marshmallow.fields import AwareDateTime, Boolean, Dict, Float, Function, List, Nested, String  # noqa: F401  (the plain ones, beside ours)

from .clock import iso

NOT_BLANK = r"[^\s\x1c-\x1f\x85\ufeff]"
"""A visible character. The characters named are those that only one of Python and JavaScript counts as white space."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INTEGER = re.compile(r"-?[0-9]{1,18}")


def _check_storable(text: str) -> str:
    if _UNSTORABLE.search(text):
        raise ValidationError("May not contain NUL bytes or unpaired surrogates.")
    return text


class _Storable(fields.String):
    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return _check_storable(super()._deserialize(value, attr, data, **kwargs)).strip()


class _Strict(fields.Field):
    """Rejects values that Marshmallow would convert: those that do not pass `is_exact`."""

    is_exact: Callable[[Any], bool]

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not self.is_exact(value):
            raise self.make_error("invalid", input=value, obj_type="date")
        return super()._deserialize(value, attr, data, **kwargs)


class Text(_Storable):
    """A text of at most `max_length` characters; not blank if it is required."""

    def __init__(self, max_length: int, **options: Any) -> None:
        checks = options.pop("validate", [])
        checks = [checks] if callable(checks) else list(checks)
        if options.get("required"):
            checks.insert(0, validate.Regexp(rf"[\s\S]*{NOT_BLANK}", error="May not be blank."))
        super().__init__(validate=[validate.Length(max=max_length), *checks], **options)


class Choice(fields.String):
    """One of a few fixed words."""

    def __init__(self, choices: Iterable[str], **options: Any) -> None:
        super().__init__(validate=validate.OneOf(choices, error="Must be one of: {choices}."), **options)


class EmailAddress(_Storable, fields.Email):
    """An e-mail address of at most 254 characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=validate.Length(max=254), **options)


class Phone(Text):
    """A telephone number in E.164: `+15551234567`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(16, validate=validate.Regexp(
            r"^\+[1-9][0-9]{6,14}\Z", error="Must be a number in E.164 form, such as +15551234567."), **options)


class Date(_Strict, fields.Date):
    """A date as `YYYY-MM-DD`; ISO 8601's other forms are rejected."""

    is_exact = staticmethod(lambda value: isinstance(value, str) and _DATE.fullmatch(value) is not None)


class Timestamp(fields.DateTime):
    """A time, written in UTC with milliseconds."""

    def _serialize(self, value: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:
        return None if value is None else iso(value)


class Flag(_Strict, fields.Boolean):
    """JSON's true or false; rejects "yes" and 1."""

    is_exact = staticmethod(lambda value: isinstance(value, bool))


class Integer(_Strict, fields.Integer):
    """A JSON integer; rejects "5", 5.0 and true."""

    is_exact = staticmethod(lambda value: isinstance(value, int) and not isinstance(value, bool))


class _OrAbsent(fields.Field):
    """Leaves the field out of an answer where it has no value."""

    def _serialize(self, value: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:
        return missing if value is None else super()._serialize(value, attr, obj, **kwargs)


class BooleanOrAbsent(_OrAbsent, fields.Boolean):
    """A boolean that is left out where it is not known."""


class StringOrAbsent(_OrAbsent, fields.String):
    """A text that is left out where there is none."""


class NestedOrAbsent(_OrAbsent, fields.Nested):  # type: ignore[misc]
    """An object that is left out where there is none."""


class QueryInteger(_Strict, fields.Integer):
    """A whole number in a query string."""

    is_exact = staticmethod(lambda value: isinstance(value, str) and _INTEGER.fullmatch(value) is not None)


class QueryFlag(fields.Boolean):
    """`true` or `false` in a query string."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if value not in ("true", "false"):
            raise ValidationError("Must be true or false.")
        return value == "true"


class JsonObject(fields.Dict):
    """Free key-value data of at most 64 KiB; values may be any JSON, nested at most 100 levels deep."""

    MAX_BYTES = 64 * 1024
    MAX_LEVELS = 100

    def __init__(self, **options: Any) -> None:
        super().__init__(keys=fields.String(), **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        loaded = super()._deserialize(value, attr, data, **kwargs)
        for text in _strings_in(loaded, self.MAX_LEVELS):
            _check_storable(text)
        if len(json.dumps(loaded, ensure_ascii=False).encode()) > self.MAX_BYTES:
            raise ValidationError("May not be larger than 64 KiB.")
        return loaded


def _strings_in(value: Any, levels: int) -> Iterator[str]:
    """Yield every string inside a JSON value, names included. Raises `ValidationError` below `levels` levels."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        if not levels:  # deeper values can be parsed, but fail when they are written
            raise ValidationError(f"May not be nested deeper than {JsonObject.MAX_LEVELS} levels.")
        for inner in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _strings_in(inner, levels - 1)

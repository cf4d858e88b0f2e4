"""Marshmallow fields with the API's strict types.

Texts are trimmed. NUL bytes and unpaired surrogates, which Postgres cannot store, are rejected.
"""

import json
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from decimal import Decimal
from itertools import chain
from typing import Any

from marshmallow import ValidationError, fields, missing, validate
from marshmallow.fields import Boolean, Float, Function, String  # noqa: F401  (the plain ones, beside ours)

from .clock import iso
from .errors import Invalid
from .plain_text import NOT_BLANK, UNSTORABLE, as_keyed, one_line

STORABLE = r"^[^\x00]*$"
"""A text without NUL, as JSON Schema can say it; it cannot name unpaired surrogates."""

WRITTEN = rf"^[^\x00]*{NOT_BLANK}[^\x00]*$"
"""A storable text that is not blank, as JSON Schema can say it."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INTEGER = re.compile(r"-?[0-9]{1,18}")


def _check_storable(text: str) -> str:
    if UNSTORABLE.search(text):
        raise ValidationError("May not contain NUL bytes or unpaired surrogates.")
    return text


class _String(fields.String):
    default_error_messages = {"invalid": "Must be a string."}


class Storable(_String):
    """A text that Postgres can store, without space around it."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return _check_storable(super()._deserialize(value, attr, data, **kwargs)).strip()

    def _validate(self, value: Any) -> None:  # up to the first error: what is blank is also too short
        for validator in self.validators:
            validator(value)


class _Strict(fields.Field):
    """Rejects values that Marshmallow would convert: those that do not pass `is_exact`."""

    is_exact: Callable[[Any], bool]

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not self.is_exact(value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Text(Storable):
    """A text of at most `max_length` characters; not blank if it is required.

    With `not_blank` it may be left out, but not blank, which would mean the same for an identifier. A short one, such
    as a name, becomes one line unless `as_line` is false: control characters show as boxes and break lines of lists.
    """

    def __init__(self, max_length: int, not_blank: bool = False, as_line: bool = True, **options: Any) -> None:
        self.is_line = as_line and max_length <= 255
        checks = [checks] if callable(checks := options.pop("validate", [])) else list(checks)
        if not_blank or options.get("required"):
            checks.insert(0, validate.Regexp(rf"[\s\S]*{NOT_BLANK}", error="May not be blank."))
        super().__init__(validate=[validate.Length(max=max_length), *checks], **options)

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **kwargs: Any) -> Any:
        text = super().deserialize(value, attr, data, **kwargs)
        return one_line(text) if self.is_line and isinstance(text, str) and not text.isprintable() else text


class Identifier(_String):
    """An identifier, as it is: nothing is trimmed from it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=validate.Length(1, 64), **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return _check_storable(super()._deserialize(value, attr, data, **kwargs))


class Choice(_String):
    """One of a few fixed words."""

    def __init__(self, choices: Iterable[str], **options: Any) -> None:
        super().__init__(validate=validate.OneOf(choices, error="Must be one of: {choices}."), **options)


class EmailAddress(Storable, fields.Email):
    """An e-mail address of at most 254 characters."""

    default_error_messages = {"invalid": "Must be an e-mail address, such as ana@example.com."}

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=validate.Length(max=254), **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return as_keyed(super()._deserialize(value, attr, data, **kwargs)).strip()


class Phone(Text):
    """A telephone number in E.164: `+15551234567`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(16, validate=validate.Regexp(
            r"^\+[1-9][0-9]{6,14}\Z", error="Must be a number in E.164 form, such as +15551234567."), **options)


class Date(_Strict, fields.Date):
    """A date as `YYYY-MM-DD`; ISO 8601's other forms are rejected."""

    default_error_messages = {"invalid": "Must be a day of the calendar, such as 2026-11-20."}
    is_exact = staticmethod(lambda value: isinstance(value, str) and _DATE.fullmatch(value) is not None)


class Timestamp(fields.DateTime):
    """A time, written in UTC with milliseconds."""

    def _serialize(self, value: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:
        return None if value is None else iso(value)


class Moment(fields.AwareDateTime):
    """A time with its offset from UTC, read as UTC: Postgres takes no offset beyond 16 hours."""

    default_error_messages = dict.fromkeys(
        ("invalid", "invalid_awareness"), "Must be a time such as 2026-11-20T14:00:00Z or …+01:00 (in a URL %2B01:00).")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        moment = super()._deserialize(value, attr, data, **kwargs)
        try:
            return moment.astimezone(UTC)
        except OverflowError:  # in UTC it is before the year 1 or after 9999
            return datetime.min.replace(tzinfo=UTC) if moment.year == 1 else datetime.max.replace(tzinfo=UTC)


class Flag(_Strict, fields.Boolean):
    """JSON's true or false; rejects "yes" and 1."""

    default_error_messages = {"invalid": "Must be true or false."}
    is_exact = staticmethod(lambda value: isinstance(value, bool))


class Integer(_Strict, fields.Integer):
    """A JSON integer; rejects "5", 5.0 and true."""

    default_error_messages = {"invalid": "Must be a whole number, without quotes and point."}
    is_exact = staticmethod(lambda value: isinstance(value, int) and not isinstance(value, bool))


class _OrAbsent(fields.Field):
    """Leaves the field out of an answer if it has no value."""

    def _serialize(self, value: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:
        return missing if value is None else super()._serialize(value, attr, obj, **kwargs)


class Nested(fields.Nested):  # type: ignore[misc]
    """An object. In a PATCH, too, it is given as a whole, since it is replaced, unless it is a `Patch` itself."""

    def _load(self, value: Any, partial: Any = None) -> Any:
        return super()._load(value)


class BooleanOrAbsent(_OrAbsent, fields.Boolean):
    """A boolean that is left out if it is not known."""


class StringOrAbsent(_OrAbsent, fields.String):
    """A text that is left out if there is none."""


class IntegerOrAbsent(_OrAbsent, fields.Integer):
    """A whole number that is left out if there is none."""


class TimestampOrAbsent(_OrAbsent, Timestamp):
    """A time that is left out if there is none."""


class NestedOrAbsent(_OrAbsent, Nested):  # type: ignore[misc]
    """An object that is left out if there is none."""


class QueryInteger(_Strict, fields.Integer):
    """A whole number in a query string."""

    default_error_messages = {"invalid": "Must be a whole number of at most 18 digits."}
    is_exact = staticmethod(lambda value: isinstance(value, str) and _INTEGER.fullmatch(value) is not None)


class QueryFlag(_Strict, fields.Boolean):
    """`true` or `false` in a query string."""

    default_error_messages = {"invalid": "Must be true or false."}
    is_exact = staticmethod(lambda value: value in ("true", "false"))


def _check_length(field: fields.Field, value: Any) -> None:
    for check in (each for each in field.validators if isinstance(each, validate.Length)):
        check(value)


class List(fields.List):
    """A list. Its length is checked before its entries; reading stops after as many wrong ones as an error names."""

    default_error_messages = {"invalid": "Must be a list."}

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        _check_length(self, value)
        entries, wrong = [], {}
        for index, entry in enumerate(value):
            try:
                entries.append(self.inner.deserialize(entry, **kwargs))
            except ValidationError as error:
                wrong[index] = error.messages
                if len(wrong) == Invalid.MAX_FIELDS:
                    break
        if wrong:
            raise ValidationError(wrong)
        return entries


class ListOrAbsent(_OrAbsent, List):  # type: ignore[misc]
    """A list that is left out if there is none."""


class Dict(fields.Dict):
    """An object with names chosen by the caller. Their number is checked before the names."""

    default_error_messages = {"invalid": "Must be a JSON object."}

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        _check_length(self, value)
        try:
            found = super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:  # which puts "key" or "value" before the message
            raise ValidationError({name: [text for texts in of.values() for text in texts]
                                   for name, of in error.messages_dict.items()}) from None
        if len(found) < len(value):
            raise ValidationError("Has names that differ in the space around them alone.")
        return found


class JsonObject(Dict):
    """Free key-value data of at most 64 KiB; values may be any JSON, nested at most 100 levels deep."""

    MAX_BYTES, MAX_LEVELS, MAX_KEYS = 64 * 1024, 100, 1000

    def __init__(self, **options: Any) -> None:
        super().__init__(keys=fields.String(), validate=validate.Length(max=self.MAX_KEYS), **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        loaded = super()._deserialize(value, attr, data, **kwargs)
        self._check_values(loaded)
        text = json.dumps(loaded, ensure_ascii=False)
        if "e+" in text:
            loaded = json.loads(text, parse_float=_as_postgres_writes)
            text = json.dumps(loaded, ensure_ascii=False)
        if len(text.encode()) > self.MAX_BYTES:
            raise self._too_large()
        return loaded

    def _check_values(self, loaded: Any) -> None:
        """Check every value inside, level by level. It stops at more values than `MAX_BYTES` can hold."""
        level, count = [loaded], 0
        for _ in range(self.MAX_LEVELS + 1):
            for text in (value for value in level if isinstance(value, str)):
                _check_storable(text)
            objects = [value for value in level if isinstance(value, dict)]
            lists = [value for value in level if isinstance(value, list)]
            if not objects and not lists:
                return
            level = [*chain(*objects), *chain(*map(dict.values, objects)), *chain(*lists)]
            count += len(level)
            if count > self.MAX_BYTES // 2:
                raise self._too_large()
        raise ValidationError(f"May not be nested deeper than {self.MAX_LEVELS} levels.")  # writing them would fail

    def _too_large(self) -> ValidationError:
        return ValidationError(f"May not be larger than {self.MAX_BYTES // 1024} KiB.")


def _as_postgres_writes(text: str) -> float | int:
    """Return the number as it is read back: Postgres keeps every digit of 1e+22."""
    return int(Decimal(text)) if "e+" in text else float(text)

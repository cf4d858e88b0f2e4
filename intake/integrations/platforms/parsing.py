"""Parsing what platforms send. Nothing of it is trusted: a malformed response is the platform's failure, not ours."""

import json
import logging
import math
import re
from contextlib import suppress
from datetime import UTC, datetime

from intake.core.logging import error_fields

from .contract import PlatformClient, PlatformUnavailable

_MAX_ID = 2**63 - 1
_MAX_ID_DIGITS, _MAX_NAME_LENGTH, _MAX_TEXT_LENGTH, _MAX_DEPTH = 19, 100, 300, 100
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MALFORMED = (KeyError, IndexError, TypeError, AttributeError, ValueError)
"""What a client raises when a response has another shape than documented."""

_log = logging.getLogger(__name__)


class NotAnObject(ValueError):
    """The body is not a JSON object, or one beyond all limits."""


def record_id(value):
    """Return a record's id as text. Raises `PlatformUnavailable` if the value is not a number."""
    digits = str(value) if type(value) in (int, str) else ""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_ID_DIGITS):
        raise PlatformUnavailable("The answer holds no number of a record.")
    return digits


def optional_id(value):
    """Return the value as an integer that fits a bigint column; None if it is not one."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= _MAX_ID_DIGITS:
        value = int(value)
    return value if type(value) is int and 0 <= value <= _MAX_ID else None


def optional_text(value):
    """Return a text shortened to 300 characters, without those a row cannot hold; None if the value is no text."""
    return _UNSTORABLE.sub("", value)[:_MAX_TEXT_LENGTH] if isinstance(value, str) else None


def optional_name(value):
    """Return a text stripped and shortened to 100 characters; None if it is blank or no text."""
    return value.strip()[:_MAX_NAME_LENGTH] or None if isinstance(value, str) else None


def optional_time(value):
    """Return a timestamp of ISO 8601 or in seconds since 1970 as a datetime; None if the value is neither."""
    with suppress(ValueError, OverflowError, OSError):
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        if type(value) in (int, float):
            return datetime.fromtimestamp(value, UTC)
    return None


def json_object(value):
    """Return the value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def same_text(one, other):
    """Whether two names or addresses are equal, ignoring case and surrounding space."""
    return str(one or "").strip().casefold() == str(other or "").strip().casefold()


def parse_body(body):
    """Return the JSON object in these bytes; NUL and unpaired surrogates are replaced. Raises `NotAnObject`."""
    try:
        value = json.loads(body, parse_constant=_no_constant, parse_float=_finite)
        if not isinstance(value, dict):
            raise NotAnObject
        return _storable(value, _MAX_DEPTH)
    except (ValueError, RecursionError):
        raise NotAnObject from None


def _storable(value, levels):
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if not isinstance(value, dict | list):
        return value
    if not levels:
        raise NotAnObject
    if isinstance(value, list):
        return [_storable(inner, levels - 1) for inner in value]
    return {_storable(name, levels): _storable(inner, levels - 1) for name, inner in value.items()}


def _no_constant(_name):
    raise NotAnObject


def _finite(text):
    number = float(text)
    if not math.isfinite(number):
        raise NotAnObject
    return number


class GuardedClient(PlatformClient):
    """Delegates to a platform's client; a response that the client cannot read raises `PlatformUnavailable`."""

    def __init__(self, client: PlatformClient):
        self._client = client

    def who_am_i(self):
        return _guarded(self._client.who_am_i)

    def find_contact(self, contact):
        return _guarded(self._client.find_contact, contact)

    def find_contacts_named(self, contact):
        return _guarded(self._client.find_contacts_named, contact)

    def create_contact(self, contact):
        return _guarded(self._client.create_contact, contact)

    def has_contact(self, contact_id):
        return _guarded(self._client.has_contact, contact_id)

    def find_matters(self, matter, contact_id):
        return _guarded(self._client.find_matters, matter, contact_id)

    def create_matter(self, matter, contact_id):
        return _guarded(self._client.create_matter, matter, contact_id)

    def update_matter(self, matter_id, matter, contact_id):
        return _guarded(self._client.update_matter, matter_id, matter, contact_id)

    def version_of(self, matter_id):
        return _guarded(self._client.version_of, matter_id)

    def knows_practice_area(self, matter):
        return _guarded(self._client.knows_practice_area, matter)

    def matters(self, cursor=None):
        return _guarded(self._client.matters, cursor)

    def create_document(self, document, matter_id):
        return _guarded(self._client.create_document, document, matter_id)

    def resume_document(self, document, document_id):
        return _guarded(self._client.resume_document, document, document_id)

    def finish_document(self, target):
        return _guarded(self._client.finish_document, target)

    def has_note(self, matter, matter_id):
        return _guarded(self._client.has_note, matter, matter_id)

    def create_note(self, matter, matter_id, link):
        return _guarded(self._client.create_note, matter, matter_id, link)

    def subscriptions(self, url):
        return _guarded(self._client.subscriptions, url)

    def subscribe(self, url, resource_type):
        return _guarded(self._client.subscribe, url, resource_type)

    def renew(self, subscription_id):
        return _guarded(self._client.renew, subscription_id)

    def unsubscribe(self, subscription_id):
        return _guarded(self._client.unsubscribe, subscription_id)


def _guarded(method, *arguments):
    try:
        return method(*arguments)
    except _MALFORMED as error:
        _log.error("malformed platform response", extra=error_fields(error))
        raise PlatformUnavailable("The answer makes no sense.") from None

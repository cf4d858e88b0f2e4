"""The contract of a platform that tells us of events: how it signs, and what its words mean (its `inbound.py`)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from .states import LARGEST_ID, LONGEST_NAME


@dataclass(frozen=True)
class Call:
    """What came: its headers, its bytes, and the JSON object in them; an empty one if there is none."""

    headers: Mapping
    body: bytes
    payload: dict


@dataclass(frozen=True)
class Incoming:
    """What an event says.

    `resource_id` is the platform's number of the record. `status` is what the matter is to become that is linked to it,
    None if the event changes nothing. `identity` is what no other event of the connection has; None where the platform
    may say the same words again and mean it. `version` is what the platform calls the record as it is since.
    """

    event_type: str
    resource_type: str | None = None
    resource_id: int | None = None
    occurred_at: datetime | None = None
    identity: bytes | None = None
    version: str | None = None
    status: str | None = None


class Dialect(ABC):
    """What one platform sends. It knows no rows."""

    segment: ClassVar[str]
    """The platform's name in addresses and rows."""
    tells_of_removal: ClassVar[bool] = False
    """Whether it calls `/deauthorize` when somebody removed Intake there."""

    @abstractmethod
    def handshake_secret(self, call) -> str | None:
        """The secret that the platform gives with this call; None if it is no handshake."""

    @abstractmethod
    def subscription_id(self, call) -> str | None:
        """The subscription by which the call comes; None if it does not tell."""

    @abstractmethod
    def is_signed(self, secret, call, moment) -> bool:
        """Whether the call was signed with the secret, of late where the platform tells the time."""

    @abstractmethod
    def read(self, call, resource_type, settings) -> Incoming:
        """What the call says.

        `resource_type` is what its subscription is about, None if that is not known; `settings` are the connection's.
        """


def name(value):
    """The value if it is a text that can name something, shortened; else None."""
    return value.strip()[:LONGEST_NAME] or None if isinstance(value, str) else None


def number(value):
    """The value as a whole number that an id can be; None if it is none."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= len(str(LARGEST_ID)):
        value = int(value)
    return value if type(value) is int and 0 <= value <= LARGEST_ID else None


def moment_of(value):
    """The value, a timestamp of ISO 8601 or in seconds since 1970, as a moment; None if it is none."""
    with suppress(ValueError, OverflowError, OSError):
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        if type(value) in (int, float):
            return datetime.fromtimestamp(value, UTC)
    return None

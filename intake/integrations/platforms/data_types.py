"""The types in the contract of a platform: payloads sent to it, and the values parsed from its responses."""

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeGuard

from werkzeug.datastructures import Headers

from intake.gateways.platform_http import PlatformUnavailable

_TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")
_MAX_LIFETIME_SECONDS = 10 * 365 * 86_400


@dataclass(frozen=True)
class OAuthClient:
    """Intake's registration at a platform, from the operator's settings."""

    api_url: str
    authorize_url: str
    token_url: str
    deauthorize_url: str | None
    client_id: str
    client_secret: str = field(repr=False)


@dataclass(frozen=True)
class Tokens:
    """The tokens of one connection. Without `expires_in` (seconds) the access token never expires."""

    access_token: str = field(repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    expires_in: int | None = None

    @classmethod
    def parse(cls, answer):
        """Read the JSON of a token response (RFC 6749). Raises `PlatformUnavailable` if it is malformed."""
        values = answer if isinstance(answer, dict) else {}
        access, refresh, expires_in = (values.get(name) for name in ("access_token", "refresh_token", "expires_in"))
        has_refresh = refresh in (None, "") or _is_token(refresh)
        has_lifetime = expires_in is None or (type(expires_in) is int and expires_in >= 0)
        if not (_is_token(access) and has_refresh and has_lifetime):
            raise PlatformUnavailable("The answer holds no tokens.")
        return cls(access, refresh or None, expires_in and min(expires_in, _MAX_LIFETIME_SECONDS))


@dataclass(frozen=True)
class ContactPayload:
    """A client of the firm, as sent to a platform."""

    id: str
    first_name: str
    last_name: str
    email: str | None = None
    phone: str | None = None
    date_of_birth: date | None = None
    address: dict | None = None


@dataclass(frozen=True)
class MatterPayload:
    """A matter, as sent to a platform. `practice_area` is the platform's name for it, None without a mapping."""

    id: str
    title: str
    description: str | None = None
    status: str = "active"
    case_type: str | None = None
    case_number: str | None = None
    practice_area: str | None = None


@dataclass(frozen=True)
class DocumentFile:
    """An approved document, without its bytes."""

    id: str
    name: str
    content_type: str
    size: int


@dataclass(frozen=True)
class UploadTarget:
    """Where the bytes of a document are uploaded; `id` is the platform's of the document, `version` names the file."""

    id: str
    version: str
    url: str
    headers: dict


@dataclass(frozen=True)
class MatterPage:
    """One page of a platform's matters: their ids, and the cursor of the next page; None after the last one."""

    ids: list[str]
    next: str | None


@dataclass(frozen=True)
class Subscription:
    """A webhook subscription to one kind of record."""

    id: str
    expires_at: datetime | None


@dataclass(frozen=True)
class InboundCall:
    """A request from a platform: its headers, its body, and the JSON object in it; empty if there is none."""

    headers: Headers
    body: bytes
    payload: dict


@dataclass(frozen=True)
class ParsedEvent:
    """The content of an inbound event.

    `resource_id` is the platform's id of the record. `status` is the new status of the matter linked to it, None if the
    event changes nothing. `identity` is unique among the connection's events; None where the platform may send the same
    body again as a new event. `version` is the platform's version of the record after the event.
    """

    event_type: str
    resource_type: str | None = None
    resource_id: int | None = None
    occurred_at: datetime | None = None
    identity: bytes | None = None
    version: str | None = None
    status: str | None = None


def _is_token(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None

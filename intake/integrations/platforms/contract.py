"""The contract that a platform implements; everything else in this wing is the same for all of them.

A platform is a folder with a `Platform` (its OAuth, and what it accepts), a `PlatformClient` (its API, for one
connection) and a `WebhookFormat` (its inbound events). They do not touch the database: they take the payloads of
`data_types.py` and return the platform's own ids, as text.
Every method that sends a request raises only `PlatformError`s, even for a malformed response.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any, ClassVar
from urllib.parse import quote, urlencode, urljoin

from intake.core.logging import error_fields
from intake.gateways.platform_http import PlatformHttp, PlatformUnavailable

from .data_types import (
    ContactPayload,
    DocumentFile,
    InboundCall,
    MatterPage,
    MatterPayload,
    OAuthClient,
    ParsedEvent,
    Subscription,
    Tokens,
    UploadTarget,
)

_MALFORMED = (KeyError, IndexError, TypeError, AttributeError, ValueError)
"""Raised by a client when a response does not have the documented shape."""

_log = logging.getLogger(__name__)


class Transport(ABC):
    """Sends the requests of a `PlatformClient`: authorized, with a fresh token, within a time limit."""

    @abstractmethod
    def request(self, method: str, path: str, *, query: Mapping | None = None, json: object = None) -> object:
        """Return the JSON value of the response. `path` is relative to the API's address, or a full URL."""

    @abstractmethod
    def put(self, url: str, headers: Mapping, pieces: Iterable[bytes], size: int) -> None:
        """Upload bytes to an address that the platform named, without the token."""


class WebhookFormat(ABC):
    """How one platform signs the events that it posts, and their meaning."""

    def handshake_secret(self, call: InboundCall) -> str | None:
        """Return the secret that the platform hands over with this call; None if it is not a handshake."""
        return None

    def subscription_id(self, call: InboundCall) -> str | None:
        """Return the id of the subscription that the call belongs to; None if it names none."""
        return None

    @abstractmethod
    def is_signed(self, secret: str, call: InboundCall, moment: datetime) -> bool:
        """Whether the call is signed with the secret, and recently where the platform signs the time."""

    @abstractmethod
    def parse(self, call: InboundCall, resource_type: str | None, settings: Mapping) -> ParsedEvent:
        """Read the event.

        `resource_type` is the record type of its subscription, None if unknown; `settings` are the connection's.
        """


class Platform(ABC):
    """One platform: how a firm connects to it, and the data that it accepts."""

    segment: ClassVar[str]
    """Its name in URLs and rows, such as `clio`."""
    name: ClassVar[str]
    """Its name for people."""
    setting: ClassVar[str]
    """The prefix of its settings, such as `CLIO`."""
    scope: ClassVar[str]
    """The OAuth `scope` that the firm's admin is asked to grant."""
    shares: ClassVar[tuple[str, ...]] = ("matters:read", "matters:write", "clients:read")
    """The scopes for the data sent to it and for the changes that its events make here; the person who connects the
    firm must hold them.
    """
    consent_query: ClassVar[dict] = {}
    """Additional query parameters of the consent page."""
    deauthorize_path: ClassVar[str | None] = None
    """Default path for revoking tokens, on the host of the token address; None if the platform has none."""
    reports_removal: ClassVar[bool] = False
    """Whether it calls `/deauthorize` when a user removes Intake there."""
    client: ClassVar[type["PlatformClient"]]
    """Its API client."""
    webhooks: ClassVar[WebhookFormat]
    """The format of its inbound events."""
    matter_key: ClassVar[str]
    """The field of the sync response with the platform's id of the matter, such as `clioMatterId`."""
    matter_path: ClassVar[str | None] = None
    """The path of a matter's page, with `{id}`, on the host where admins consent; None if it is not known."""
    user_key: ClassVar[str | None] = None
    """The field of the status response that shows who connected; None if there is none."""
    largest_document: ClassVar[int | None] = None
    """The maximum size of a document in bytes; None if the platform gets no documents."""
    requests_a_minute: ClassVar[int] = 50
    """The platform's rate limit at peak times."""
    has_stages: ClassVar[bool] = False
    """Whether its matters move through stages that each firm names itself."""
    takes_note: ClassVar[bool] = False
    """Whether it gets a note when the intake of a matter is complete."""
    takes_leads: ClassVar[bool] = False
    """Whether it keeps people as prospects before they are clients."""
    subscribes: ClassVar[tuple[str, ...]] = ()
    """The record types that Intake subscribes to; none if the firm's admin sets up the webhooks there."""

    def __init__(self, oauth: OAuthClient, http: PlatformHttp):
        self.oauth, self.http = oauth, http

    def authorize_url(self, state: str, redirect_uri: str) -> str:
        """Return the address of the consent page."""
        query = {"response_type": "code", "client_id": self.oauth.client_id, "redirect_uri": redirect_uri,
                 "scope": self.scope, "state": state}
        return f"{self.oauth.authorize_url}?{urlencode(query | self.consent_query)}"

    def matter_url(self, external_id: str) -> str | None:
        """Return the address of the matter's page at the platform, None if it is not known."""
        path = self.matter_path and self.matter_path.format(id=quote(external_id, safe=""))
        return urljoin(self.oauth.authorize_url, path) if path else None

    def exchange(self, code: str, redirect_uri: str) -> Tokens:
        """Exchange an authorization code for tokens. `RequestRejected` or `TokenRejected` if the code is invalid."""
        return self._tokens(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    def refresh(self, refresh_token: str) -> Tokens:
        """Get new tokens; if no refresh token is among them, the old one stays valid.

        `RequestRejected` or `TokenRejected` if the refresh token is refused.
        """
        return self._tokens(grant_type="refresh_token", refresh_token=refresh_token)

    @abstractmethod
    def revoke(self, access_token: str) -> None:
        """Revoke the token, where the platform has an address for it."""

    def _credentials(self):
        return {"client_id": self.oauth.client_id, "client_secret": self.oauth.client_secret}

    def _tokens(self, **grant):
        form = self._credentials() | grant
        return Tokens.parse(self.http.request("POST", self.oauth.token_url, form=form).json)


class PlatformClient(ABC):
    """A platform's API for one connection. Ids are the platform's own, as text."""

    def __init_subclass__(cls) -> None:
        """Make the methods of the contract raise `PlatformUnavailable` for a response that they cannot read."""
        for name in vars(PlatformClient).keys() & vars(cls).keys():
            if not name.startswith("_"):
                setattr(cls, name, _guarded(getattr(cls, name)))

    def __init__(self, transport: Transport):
        self._transport = transport

    @abstractmethod
    def who_am_i(self) -> dict:
        """Return the person who connected: `id`, `name`, `email`."""

    @abstractmethod
    def find_contact(self, contact: ContactPayload) -> str | None:
        """Find the contact with exactly this e-mail address, ignoring case; only called if the contact has one."""

    @abstractmethod
    def find_contacts_named(self, contact: ContactPayload) -> list[str]:
        """Return the ids of contacts with exactly this name and e-mail address, or no address, the newest first."""

    @abstractmethod
    def create_contact(self, contact: ContactPayload) -> str:
        """Create the contact; return its id."""

    @abstractmethod
    def has_contact(self, contact_id: str) -> bool:
        """Whether the contact still exists."""

    @abstractmethod
    def find_matters(self, matter: MatterPayload, contact_id: str) -> list[str]:
        """Return the ids of the contact's matters that match: by our id if they have it, else by the description."""

    @abstractmethod
    def create_matter(self, matter: MatterPayload, contact_id: str) -> str:
        """Create the matter; return its id."""

    @abstractmethod
    def update_matter(self, matter_id: str, matter: MatterPayload, contact_id: str) -> None:
        """Update the matter. Raises `RecordGone` if it was deleted there."""

    def version_of(self, matter_id: str) -> str | None:
        """Return the version that this client's last write gave the matter; None if the platform has no versions.

        An inbound event of the same version only echoes that write.
        """
        return None

    @abstractmethod
    def practice_area_id(self, matter: MatterPayload) -> int | str | None:
        """Return the platform's id of the matter's practice area; None if it has none of this name."""

    @abstractmethod
    def matters(self, cursor: str | None = None) -> MatterPage:
        """Return a page of all matters: the first one, or the one at the previous page's `next`."""

    def create_document(self, document: DocumentFile, matter_id: str) -> UploadTarget:
        """Create a document without its file, not visible yet. First of three steps; `Transport.put` is the second."""
        raise NotImplementedError

    def resume_document(self, document: DocumentFile, document_id: str) -> UploadTarget | None:
        """Return a new upload target for an unfinished document; None if the file has arrived.

        Raises `RecordGone` if the document was deleted.
        """
        raise NotImplementedError

    def finish_document(self, target: UploadTarget) -> None:
        """Confirm the upload, which makes the document visible. Third of the three steps."""
        raise NotImplementedError

    def has_note(self, matter: MatterPayload, matter_id: str) -> bool:
        """Whether the note about the completed intake exists."""
        raise NotImplementedError

    def create_note(self, matter: MatterPayload, matter_id: str, link: str) -> None:
        """Add a note to the matter that its intake was completed; `link` leads to it."""
        raise NotImplementedError

    def subscriptions(self, url: str) -> list[str]:
        """Return the ids of the webhook subscriptions that lead to this address."""
        raise NotImplementedError

    def subscribe(self, url: str, resource_type: str) -> Subscription:
        """Subscribe the address to changes of this record type."""
        raise NotImplementedError

    def renew(self, subscription_id: str) -> datetime:
        """Extend the subscription; return its new expiry.

        Raises `RecordGone` if it no longer exists, or the platform has stopped to deliver to it.
        """
        raise NotImplementedError

    def unsubscribe(self, subscription_id: str) -> None:
        """Delete the subscription."""
        raise NotImplementedError


def _guarded(method: Callable) -> Callable:
    @wraps(method)
    def call(*arguments: Any, **values: Any) -> Any:
        try:
            return method(*arguments, **values)
        except _MALFORMED as error:
            _log.error("malformed platform response", extra=error_fields(error))
            raise PlatformUnavailable("The answer makes no sense.") from None

    return call

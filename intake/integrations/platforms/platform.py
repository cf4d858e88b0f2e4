"""The contract that a platform fulfils; everything else here is the same for all of them.

A platform is a folder with a `Platform` (its OAuth, and what it takes) and a `Client` (its API, for one connection).
They know no rows: they take a `ContactPayload`, a `MatterPayload`, a `DocumentFile`, and answer with the platform's
own ids, as text.
Every method that goes out raises one of the errors below, and nothing else; also when an answer makes no sense.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar
from urllib.parse import urlencode

from intake.gateways.platforms import (
    Forbidden,
    NotFound,
    PlatformError,
    PlatformUnavailable,
    PlatformWeb,
    RateLimited,
    Rejected,
    Unauthorized,
)

from .case_types import PRACTICE_AREAS
from .credentials import Account, Tokens
from .records import ContactPayload, DocumentFile, MatterPage, MatterPayload, Subscription, UploadTarget

__all__ = ["Forbidden", "NotFound", "PlatformError", "PlatformUnavailable", "RateLimited", "Rejected", "Unauthorized"]


class Transport(ABC):
    """How a `Client` speaks for one connection: authorized, refreshed in time, bounded (`line.py`)."""

    @abstractmethod
    def request(self, method, path, *, query=None, json=None):
        """The JSON value answered below the platform's API address; a full https address is taken as it is."""

    @abstractmethod
    def put(self, url, headers, pieces: Iterable[bytes], size):
        """The bytes stand at an address that the platform named; no token is shown there."""


class Platform(ABC):
    """One platform: how a firm connects to it, and what it takes."""

    segment: ClassVar[str]
    """Its name in addresses and rows: `clio`."""
    name: ClassVar[str]
    """Its name for people."""
    setting: ClassVar[str]
    """What the names of its settings begin with: `CLIO`."""
    scope: ClassVar[str]
    """What the firm's admin is asked to allow, as OAuth's `scope`."""
    consent_query: ClassVar[dict] = {}
    """What else the address of the consent page says, beside what OAuth asks for."""
    deauthorize_path: ClassVar[str | None] = None
    """Where tokens are taken back on the host of the token address, unless the settings say; None if nowhere."""
    matter_key: ClassVar[str]
    """The field of the answer to a sync that holds the number of the matter there: `clioMatterId`."""
    user_key: ClassVar[str | None] = None
    """The field of the status answer that tells who connected; None if it does not."""
    largest_document: ClassVar[int | None] = None
    """How many bytes a document may have; None if the platform gets no documents."""
    requests_a_minute: ClassVar[int] = 50
    """How many requests it takes in a minute when it is busiest."""
    takes_note: ClassVar[bool] = False
    """Whether it gets a note when the intake of a matter was completed."""
    subscribes: ClassVar[tuple] = ()
    """The kinds of records of which Intake asks to be told; none if the firm's admin sets the webhooks up there."""
    practice_areas: ClassVar[dict] = PRACTICE_AREAS
    """Case type → practice area there, where the firm has no mapping of its own."""

    def __init__(self, account: Account, web: PlatformWeb):
        self.account, self.web = account, web

    def authorize_url(self, state, redirect_uri) -> str:
        """Where the admin's browser is sent to consent."""
        query = {"response_type": "code", "client_id": self.account.client_id, "redirect_uri": redirect_uri,
                 "scope": self.scope, "state": state}
        return f"{self.account.authorize_url}?{urlencode(query | self.consent_query)}"

    def exchange(self, code, redirect_uri) -> Tokens:
        """The tokens for a code that came back. `Rejected` or `Unauthorized` if the code is not good."""
        return self._tokens(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    def refresh(self, refresh_token) -> Tokens:
        """New tokens; without a refresh token among them the old one stays. `Rejected` or `Unauthorized` if refused."""
        return self._tokens(grant_type="refresh_token", refresh_token=refresh_token)

    @abstractmethod
    def revoke(self, access_token) -> None:
        """The platform takes the token no longer, where it can be told so."""

    @abstractmethod
    def client(self, line: Transport) -> "Client":
        """The API, for the connection that the line speaks for."""

    def _credentials(self):
        return {"client_id": self.account.client_id, "client_secret": self.account.client_secret}

    def _tokens(self, **grant):
        form = self._credentials() | grant
        return Tokens.told(self.web.request("POST", self.account.token_url, form=form).json)


class Client(ABC):
    """A platform's API for one connection. Ids are the platform's own, as text."""

    @abstractmethod
    def who_am_i(self) -> dict:
        """The person who connected: `id`, `name`, `email`."""

    @abstractmethod
    def find_contact(self, person: ContactPayload) -> str | None:
        """The contact with exactly this e-mail address, without regard to case; only asked of those who have one."""

    @abstractmethod
    def find_contacts_named(self, person: ContactPayload) -> list:
        """Ids of contacts of exactly this name that have no e-mail address, the newest first."""

    @abstractmethod
    def create_contact(self, person: ContactPayload) -> str:
        """The person is a contact there."""

    @abstractmethod
    def has_contact(self, contact_id) -> bool:
        """Whether the contact is still there."""

    @abstractmethod
    def find_matters(self, case: MatterPayload, contact_id) -> list:
        """Ids of the contact's matters that are this one: by our id if they bear it, else by the same description."""

    @abstractmethod
    def create_matter(self, case: MatterPayload, contact_id) -> str:
        """The matter is there."""

    @abstractmethod
    def update_matter(self, matter_id, case: MatterPayload, contact_id) -> None:
        """The matter there says what ours says. `NotFound` if it was deleted there."""

    def version_of(self, matter_id) -> str | None:
        """What the platform calls the matter as this client last wrote it; None if it gives versions no names.

        By it the platform's telling us of our own writing is known for an echo.
        """
        return None

    def knows_practice_area(self, case: MatterPayload) -> bool:
        """Whether there is a practice area of the case's name; where nobody can tell, there is."""
        return True

    @abstractmethod
    def matters(self, cursor=None) -> MatterPage:
        """A page of all matters there: the first one, or the one at the `next` of the page before."""

    def create_document(self, paper: DocumentFile, matter_id) -> UploadTarget:
        """The document is there, without its file, and shows to nobody. The first of three steps: `line.put` is the
        second.
        """
        raise NotImplementedError

    def resume_document(self, paper: DocumentFile, document_id) -> UploadTarget | None:
        """Where the file of a document that was begun goes; None if it has arrived. `NotFound` if it was deleted."""
        raise NotImplementedError

    def finish_document(self, slot: UploadTarget) -> None:
        """The file has arrived, so the document shows. Third of the three steps."""
        raise NotImplementedError

    def has_note(self, case: MatterPayload, matter_id) -> bool:
        """Whether the note that the intake was completed is there."""
        raise NotImplementedError

    def create_note(self, case: MatterPayload, matter_id, link) -> None:
        """A note at the matter says that the intake was completed; `link` leads to it."""
        raise NotImplementedError

    def subscriptions(self, url) -> list:
        """The `Subscription`s there that lead to this address."""
        raise NotImplementedError

    def subscribe(self, url, resource_type) -> Subscription:
        """Changes to records of this kind will be told to the address."""
        raise NotImplementedError

    def renew(self, subscription_id) -> datetime:
        """The subscription lives on; gives until when. `NotFound` if it is gone."""
        raise NotImplementedError

    def unsubscribe(self, subscription_id) -> None:
        """Nothing more is told."""
        raise NotImplementedError

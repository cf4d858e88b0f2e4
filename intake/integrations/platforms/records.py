"""What passes between Intake and a platform: records of ours as it is told of them, and what it has for them."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True)
class ContactPayload:
    """A client of the firm, as a platform is told."""

    id: str
    first_name: str
    last_name: str
    email: str | None = None
    phone: str | None = None
    date_of_birth: date | None = None
    address: dict | None = None


@dataclass(frozen=True)
class MatterPayload:
    """A matter, as a platform is told. `practice_area` is the platform's name for it, None if no mapping knows one."""

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
    """Where a platform wants the bytes of a document of its own: `id` is the document's, `version` names the file."""

    id: str
    version: str
    url: str
    headers: dict


@dataclass(frozen=True)
class MatterPage:
    """Some of a platform's matters: their ids, and where the next ones begin; None after the last."""

    ids: list
    next: str | None


@dataclass(frozen=True)
class Subscription:
    """A platform's promise to tell of changes to one kind of record until it expires."""

    id: str
    resource_type: str
    expires_at: datetime | None

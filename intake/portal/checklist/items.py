"""What a client has to hand in, item by item, as the page shows it."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED as DOCUMENT_APPROVED
from intake.cases.documents.states import PENDING as DOCUMENT_PENDING
from intake.cases.documents.states import REJECTED as DOCUMENT_REJECTED
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED as UPLOAD_APPROVED
from intake.cases.uploads.states import INFECTED as SCANNED_INFECTED
from intake.cases.uploads.states import PENDING as UPLOAD_PENDING
from intake.cases.uploads.states import SCAN_PENDING

from .file_types import takes_pictures, type_names
from .instructions import steps_of

NEEDED, CHECKING, RECEIVED, APPROVED, REJECTED, INFECTED = (
    "needed", "checking", "received", "approved", "rejected", "infected")
"""What an item, and but for `needed` a file, can be in the eyes of the client."""

_HANDED_IN = (CHECKING, RECEIVED, APPROVED)


@dataclass(frozen=True)
class File:
    """A file that was handed in."""

    upload: Upload
    item_is_approved: bool

    @property
    def state(self):
        if self.upload.scan_status == SCANNED_INFECTED:
            return INFECTED
        if self.upload.status != UPLOAD_PENDING:
            return APPROVED if self.upload.status == UPLOAD_APPROVED else REJECTED
        return CHECKING if self.upload.scan_status == SCAN_PENDING else RECEIVED

    @property
    def can_be_removed(self):
        return self.upload.status == UPLOAD_PENDING and not self.item_is_approved


@dataclass(frozen=True)
class Item:
    """A document request, in the language of the client, with every file that was handed in for it."""

    document: DocumentRequest
    texts: dict
    files: list

    @cached_property
    def state(self):
        """That of its current file, which the document request follows."""
        if self.document.status == DOCUMENT_PENDING:
            return NEEDED
        if self.document.status == DOCUMENT_APPROVED:
            return APPROVED
        if self.document.status == DOCUMENT_REJECTED:
            return INFECTED if self._current == INFECTED else REJECTED
        return CHECKING if self._current == CHECKING else RECEIVED

    @property
    def is_handed_in(self):
        return self.state in _HANDED_IN

    @property
    def takes_files(self):
        return self.state != APPROVED

    @property
    def reason(self):
        """What the reviewer says of the current file; of an infected one the page has kinder words."""
        return next((file.upload.reviewer_notes for file in self.files
                     if file.upload.id == self.document.upload_id), None)

    @property
    def steps(self):
        """The instructions as steps, None if they are a text."""
        return steps_of(self.texts["instructions"] or "")

    @property
    def kinds(self):
        """What people call the types it takes; for all of a family, such as image/*, the page has words."""
        return type_names(self.document.accepted_types)

    @property
    def families(self):
        """The families of which it takes all types: `image/*`."""
        return [kind.lower() for kind in self.document.accepted_types if kind.endswith("/*")]

    @property
    def takes_pictures(self):
        return takes_pictures(self.document.accepted_types)

    @property
    def _current(self):
        return next((file.state for file in self.files if file.upload.id == self.document.upload_id), None)


class Checklist:
    """The items of a visit's matter."""

    def __init__(self, visit):
        files = {}
        for upload in Upload.handed_in(visit, visit.matter.id):
            files.setdefault(upload.document_id, []).append(upload)
        self.items = [_item(request, visit.language, files.get(request.id, ())) for request in visit.progress.documents]

    @cached_property
    def groups(self):
        """(category, items) pairs in the order in which the firm asked; what is required comes first in each."""
        places = {}
        for item in self.items:
            places.setdefault(item.texts["category"] or "", len(places))
        ordered = sorted(self.items, key=lambda item: (places[item.texts["category"] or ""],
                                                       not item.document.required))
        return [(category, list(items))
                for category, items in groupby(ordered, key=lambda item: item.texts["category"] or "")]

    @property
    def counted(self):
        """The items that count for the progress: the required ones, or all if nothing is required."""
        return [item for item in self.items if item.document.required] or self.items

    @property
    def complete(self):
        """How many of them are handed in, and not turned down."""
        return sum(item.is_handed_in for item in self.counted)

    @property
    def is_complete(self):
        return bool(self.items) and self.complete == len(self.counted)

    @property
    def is_checking(self):
        """Whether something changes by itself before long."""
        return any(file.state == CHECKING for item in self.items for file in item.files)

    @property
    def version(self):
        """Another text whenever the page would look different."""
        seen = [(item.document.id, item.document.updated_at, item.state, item.reason,
                 [(file.upload.id, file.state) for file in item.files]) for item in self.items]
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def _item(request, language, uploads):
    is_approved = request.status == DOCUMENT_APPROVED
    return Item(request, request.texts_in(language), [File(upload, is_approved) for upload in uploads])

"""The checklist: the documents that a client has to hand in, as the page shows them."""

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
"""The states of an item and, except for `needed`, of a file, as the client sees them."""

_HANDED_IN = (CHECKING, RECEIVED, APPROVED)


@dataclass(frozen=True)
class File:
    """An uploaded file."""

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
    """A document request in the client's language, with every file uploaded for it."""

    document: DocumentRequest
    texts: dict
    files: list

    @cached_property
    def state(self):
        """The state of its current file, which the document request follows."""
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
        """The reviewer's notes on the current file; for an infected one the page has words of its own."""
        return next((file.upload.reviewer_notes for file in self.files
                     if file.upload.id == self.document.upload_id), None)

    @property
    def steps(self):
        """The instructions as a list of steps, None if they are not numbered."""
        return steps_of(self.texts["instructions"] or "")

    @property
    def type_names(self):
        """The names of the file types it takes; those of families, such as image/*, are in the page."""
        return type_names(self.document.accepted_types)

    @property
    def families(self):
        """The families of which it takes every type: `image/*`."""
        return [kind.lower() for kind in self.document.accepted_types if kind.endswith("/*")]

    @property
    def takes_pictures(self):
        return takes_pictures(self.document.accepted_types)

    @property
    def _current(self):
        return next((file.state for file in self.files if file.upload.id == self.document.upload_id), None)


class Checklist:
    """The items of the session's matter."""

    def __init__(self, session):
        files = {}
        for upload in Upload.confirmed_in(session, session.matter.id):
            files.setdefault(upload.document_id, []).append(upload)
        self.items = [_item(request, session.language, files.get(request.id, ()))
                      for request in session.progress.documents]

    @cached_property
    def groups(self):
        """(category, items) pairs in the order in which the firm asked; required items come first in each."""
        places = {}
        for item in self.items:
            places.setdefault(item.texts["category"] or "", len(places))
        ordered = sorted(self.items, key=lambda item: (places[item.texts["category"] or ""],
                                                       not item.document.required))
        return [(category, list(items))
                for category, items in groupby(ordered, key=lambda item: item.texts["category"] or "")]

    @property
    def counted(self):
        """The items that count for the progress: the required ones, or all if none is required."""
        return [item for item in self.items if item.document.required] or self.items

    @property
    def complete(self):
        """How many of them are handed in and not rejected."""
        return sum(item.is_handed_in for item in self.counted)

    @property
    def is_complete(self):
        return bool(self.items) and self.complete == len(self.counted)

    @property
    def is_checking(self):
        """Whether a file is being checked, so that the page will change soon."""
        return any(file.state == CHECKING for item in self.items for file in item.files)

    @property
    def version(self):
        """A digest that changes whenever the page would look different."""
        shown = [(item.document.id, item.document.updated_at, item.state, item.reason,
                 [(file.upload.id, file.state) for file in item.files]) for item in self.items]
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def _item(request, language, uploads):
    is_approved = request.status == DOCUMENT_APPROVED
    return Item(request, request.texts_in(language), [File(upload, is_approved) for upload in uploads])

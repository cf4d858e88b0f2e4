"""The checklist: the documents that a client has to hand in, as the page shows them."""

import hashlib
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED as DOCUMENT_APPROVED
from intake.cases.documents.states import PENDING as DOCUMENT_PENDING
from intake.cases.documents.states import REJECTED as DOCUMENT_REJECTED
from intake.cases.previews.actions import thumbnail_path
from intake.cases.previews.models import Preview
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED as UPLOAD_APPROVED
from intake.cases.uploads.states import INFECTED as SCANNED_INFECTED
from intake.cases.uploads.states import PENDING as UPLOAD_PENDING
from intake.cases.uploads.states import SCAN_PENDING
from intake.core.content_types import PDF
from intake.core.languages import ENGLISH

NEEDED, CHECKING, RECEIVED, APPROVED, WAIVED, REJECTED, INFECTED = (
    "needed", "checking", "received", "approved", "waived", "rejected", "infected")
"""The states of an item and, except for `needed` and `waived`, of a file, as the client sees them."""

_RETURNED = (REJECTED, INFECTED)
_HANDED_IN = (CHECKING, RECEIVED, APPROVED, WAIVED)
_STEP = re.compile(r"([0-9]{1,3})[.)]\s+(.+)")
_OF_CAMERAS = ("image/*", "image/jpeg", "image/heic")
_TYPE_NAMES = {
    "application/msword": "Word",
    "application/pdf": "PDF",
    "application/rtf": "RTF",
    "application/vnd.ms-excel": "Excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
    "application/zip": "ZIP",
    "image/heif": "HEIC",
    "text/plain": "TXT",
}


@dataclass(frozen=True)
class File:
    """An uploaded file."""

    upload: Upload
    item_is_approved: bool
    is_repeated: bool = False
    """Whether a file with this name and size was sent for the item before."""

    @property
    def thumbnail(self):
        """The short-lived path of its first page as a small image that we rendered; None if there is none."""
        is_shown = self.upload.has_thumbnail and self.state != INFECTED
        return thumbnail_path(self.upload) if is_shown else None

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
    language: str = ENGLISH

    @cached_property
    def state(self):
        """The state of its current file, which the document request follows."""
        if self.document.status == DOCUMENT_PENDING:
            return NEEDED
        if self.document.status == DOCUMENT_APPROVED:
            return WAIVED if self.document.waived else APPROVED
        if self.document.status == DOCUMENT_REJECTED:
            return INFECTED if self._current and self._current.state == INFECTED else REJECTED
        return CHECKING if self._current and self._current.state == CHECKING else RECEIVED

    @property
    def is_handed_in(self):
        return self.state in _HANDED_IN

    @property
    def takes_files(self):
        return self.state not in (APPROVED, WAIVED)

    @property
    def takes_note(self):
        """Whether the client may write why they cannot hand it in."""
        return not self.is_handed_in

    @property
    def is_explained(self):
        """Whether the client wrote why they cannot hand it in, and handed in nothing after that."""
        noted_at = self.document.client_noted_at
        return noted_at is not None and not (self._current and self._current.upload.uploaded_at > noted_at)

    @property
    def reason(self):
        """The review's reason and notes on the current file; for an infected one the page has its own text."""
        return self._current.upload.review_in(self.language) if self._current else None

    @property
    def steps(self):
        """The instructions as a list, which screen readers announce as such; None unless numbered 1, 2 and so on."""
        lines = [line.strip() for line in (self.texts["instructions"] or "").splitlines() if line.strip()]
        found = [step for line in lines if (step := _STEP.fullmatch(line))]
        is_numbered = [int(step[1]) for step in found] == list(range(1, len(lines) + 1))
        return [step[2] for step in found] if lines and is_numbered else None

    @property
    def type_names(self):
        """The common names of the accepted file types, each once; names of families, such as image/*, are in the page.
        """
        plain = [kind.lower() for kind in self.document.accepted_types if not kind.endswith("/*")]
        return list(dict.fromkeys(_TYPE_NAMES.get(kind) or kind.partition("/")[2].upper() for kind in plain))

    @property
    def families(self):
        """The families of which every type is accepted: `image/*`."""
        return [kind.lower() for kind in self.document.accepted_types if kind.endswith("/*")]

    @property
    def takes_pages(self):
        """Whether it takes photos that become the pages of a PDF."""
        return self.document.accepts(PDF)

    @property
    def takes_pictures(self):
        """Whether it takes photos from a camera."""
        types = self.document.accepted_types
        return self.takes_pages or any(kind.lower() in _OF_CAMERAS for kind in types)

    @property
    def _current(self):
        return next((file for file in self.files if file.upload.id == self.document.upload_id), None)


def _files(uploads, item_is_approved):
    """Return the files of an item, the newest first, as its uploads are."""
    files: list[File] = []
    sent = set()
    for upload in reversed(uploads):
        known = upload.filename, upload.file_size_bytes
        files.append(File(upload, item_is_approved, known in sent))
        sent.add(known)
    return files[::-1]


class Checklist:
    """The items of the session's matter."""

    def __init__(self, session):
        uploads = defaultdict(list)
        thumbnails = Preview.of(session, Preview.has_thumbnail).where(Preview.id == Upload.id).alias("has_thumbnail")
        files = Upload.confirmed_in(session, session.matter.id).where(*session.matter.of_its_client(Upload.created_at))
        for upload in files.select_extend(thumbnails):
            uploads[upload.document_id].append(upload)
        self.items = [Item(request, request.texts_in(session.language),
                           _files(uploads[request.id], request.status == DOCUMENT_APPROVED), session.language)
                      for request in session.progress.documents]

    @cached_property
    def returned(self):
        """The items that need another file."""
        return [item for item in self.items if item.state in _RETURNED]

    @cached_property
    def groups(self):
        """(category, items) pairs of items never handed in, in the firm's order; required items come first in each."""
        groups = defaultdict(list)
        for item in self.items:
            if item.state == NEEDED:
                groups[item.texts["category"] or ""].append(item)
        return [(category, sorted(items, key=lambda item: not item.document.required))
                for category, items in groups.items()]

    @cached_property
    def handed_in(self):
        """The items that need no action."""
        return [item for item in self.items if item.is_handed_in]

    @cached_property
    def next_open(self):
        """The first item that is still open and counts, which the page shows unfolded; None if there is none."""
        in_order = [*self.returned, *(item for _, items in self.groups for item in items)]
        return next(filter(self.is_awaited, in_order), None)

    def is_awaited(self, item):
        """Whether the item counts and the client has yet to hand it in or explain why they cannot."""
        return self.counts(item) and not item.is_handed_in and not item.is_explained

    @cached_property
    def counted(self):
        """The items that count for the progress."""
        return list(filter(self.counts, self.items))

    def counts(self, item):
        """Whether the item counts for the progress: the required ones do, or all if none is required."""
        return item.document.required or not self._is_any_required

    @cached_property
    def _is_any_required(self):
        return any(item.document.required for item in self.items)

    @property
    def complete(self):
        """The number of counted items that are handed in and not rejected."""
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
                 [(file.upload.id, file.state, file.upload.has_thumbnail) for file in item.files])
                 for item in self.items]
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

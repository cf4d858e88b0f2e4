"""Whether somebody could use a file that a client has sent, so that it can be said at once if not."""

import re
from threading import Lock

from intake.cases.previews.renderer import Unreadable, render
from intake.cases.previews.states import ENCRYPTED
from intake.core.content_types import HEAD_BYTES, PDF, detect_type, types_conflict
from intake.gateways.storage import storage

from .errors import FileEmpty, FileNeedsPassword, FileOfAnotherKind

_ENCRYPTION = re.compile(rb"/Encrypt\b")
_TAIL_BYTES = 64 * 1024
_OPEN_SECONDS = 5

opening = Lock()
"""Held while a file is opened: only one at a time per web process, so that files made to take long cannot occupy its
threads.
"""


def require_usable(upload, document):
    """Raise an error if the file that was PUT is unusable, and delete it. A missing file is no error.

    It is read before it is confirmed and could still be replaced, so only the worker's findings count. Raises
    `StorageUnavailable`, `FileNotFoundInStorage`.
    """
    found = storage.head(upload.incoming_key)
    problem = found and _problem(upload, document, found.size)
    if problem:
        storage.delete(upload.incoming_key)
        raise problem


def _problem(upload, document, size):
    if not size:
        return FileEmpty()
    key = upload.incoming_key
    head = storage.part(key, 0, min(HEAD_BYTES, size) - 1)
    detected = detect_type(head)
    if detected == PDF:
        # Many encrypted PDFs open without a password, so only opening it tells; most are not, and are not opened.
        tail = storage.part(key, max(0, size - _TAIL_BYTES), size - 1)
        if _ENCRYPTION.search(head + tail) and _needs_password(key):
            return FileNeedsPassword()
    if not document.accepts(upload.content_type):  # it was sent as a page of a future PDF
        return FileOfAnotherKind()
    is_readable = detected is not None and (detected == PDF or detected.startswith("image/"))
    if types_conflict(upload.content_type, detected) and not (is_readable and document.accepts(detected)):
        return FileOfAnotherKind()
    return None


def _needs_password(key):
    """Whether the PDF opens with a password only; not if that takes long, or another file is being opened."""
    if not opening.acquire(blocking=False):
        return False
    try:
        render(key, PDF, 1, 0, _OPEN_SECONDS)
    except Unreadable as unreadable:
        return unreadable.problem == ENCRYPTED
    except OSError:  # the disk is full
        return False
    finally:
        opening.release()
    return False

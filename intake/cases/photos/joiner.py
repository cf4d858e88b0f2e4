"""Makes a PDF of photos in a subprocess, which malicious files may crash or exhaust."""

import json
import tempfile

from intake.core.confinement import run_confined
from intake.gateways.storage import storage

_PROGRAM = "intake.cases.photos.join_photos"
_SECONDS, _SECONDS_A_PHOTO = 20, 10
_MAX_LINE = 200


class NotJoinable(Exception):
    """The photos cannot become a PDF, however often it is tried."""


class PhotosTooLarge(NotJoinable):
    """One of the photos, or even the smallest PDF of them, is too large."""


class Interrupted(Exception):
    """The subprocess ended before it had made the PDF: it was too slow, or was killed."""


def join_photos(photos, max_bytes):
    """Return the PDF of the stored photos, a page for each {"key", "turn", "crop"}.

    Raises `PhotosTooLarge`, `NotJoinable`, `Interrupted`, `StorageUnavailable`.
    """
    with tempfile.TemporaryFile() as copies, tempfile.TemporaryFile() as output:  # without names: nothing can remain
        for photo in photos:
            _append(copies, photo)
        copies.seek(0)
        if not run_confined(_PROGRAM, len(photos), max_bytes, stdin=copies, stdout=output,
                            seconds=_SECONDS + _SECONDS_A_PHOTO * len(photos)):
            raise Interrupted
        output.seek(0)
        return _read(output, max_bytes)


def _append(file, photo):
    """Append the photo after the line that describes it."""
    received = storage.head(photo["key"])
    if received is None:
        raise NotJoinable
    about = {"bytes": received.size, "turn": photo["turn"], "crop": photo["crop"]}
    file.write(json.dumps(about).encode() + b"\n")
    for chunk in storage.chunks(photo["key"]):
        file.write(chunk)


def _read(output, max_bytes):
    """Return the PDF if it is complete. A malicious photo may control the program, whose output is not trusted."""
    try:
        line = json.loads(output.readline(_MAX_LINE))
    except ValueError:
        raise Interrupted from None
    about = line if isinstance(line, dict) else {}
    size = about.get("bytes")
    if not isinstance(size, int):
        raise PhotosTooLarge if about.get("problem") == "too_large" else NotJoinable
    pdf = output.read(max_bytes + 1)
    if len(pdf) != size:
        raise Interrupted
    return pdf

"""Renders pages of a file in a subprocess, which malicious files may crash or exhaust."""

import json
import tempfile
from dataclasses import dataclass

from intake.core.confinement import refuse_for_machine, run_confined
from intake.core.content_types import PDF
from intake.gateways.storage import storage

from .states import DAMAGED, PROBLEMS, TOO_COMPLEX, TOO_LARGE, UNSUPPORTED

_PROGRAMS = {PDF: f"{__package__}.render_pdf"} | dict.fromkeys(
    ("image/jpeg", "image/png", "image/webp", "image/tiff", "image/heic"), f"{__package__}.render_picture")
_TIMEOUT_SECONDS = 30
_MAX_BYTES = 512 * 1024 * 1024
_MAX_LINE = 200
_MAX_SIDE = 10_000
_MAX_TEXT = 256 * 1024
_MAX_THUMBNAIL = 256 * 1024
_PLACE = 4  # x, y, width, height


@dataclass(frozen=True)
class RenderedPage:
    """A page as an image, width and height in pixels; `lines` are its text, as in `PageText`.

    Only the first page has a `thumbnail`; it is empty for the others.
    """

    number: int
    width: int
    height: int
    image: bytes
    thumbnail: bytes
    lines: list


class Unreadable(Exception):
    """The file cannot be rendered; `problem` is one of `PROBLEMS`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def render(key, detected_type, first, count, seconds=_TIMEOUT_SECONDS):
    """Return the number of pages of the stored file, and `RenderedPage`s from page `first` on, at most `count`.

    With a `count` of 0 the file is only opened. The pages that were rendered before a limit was reached are returned.
    Raises `Unreadable`, `StorageUnavailable`, and `OSError` as `refuse_for_machine` does.
    """
    program = _PROGRAMS.get(detected_type)
    if program is None:
        raise Unreadable(UNSUPPORTED)
    with tempfile.TemporaryFile() as copy, tempfile.TemporaryFile() as output:  # without names: nothing can remain
        _copy(key, copy)
        done = run_confined(program, first, count, stdin=copy, stdout=output, seconds=seconds)
        output.seek(0)
        pages, rendered = _read(output, first)
    if not rendered:
        refuse_for_machine(done)
    if pages is None or not (rendered or (done and done.returncode == 0)):
        raise Unreadable(TOO_COMPLEX)
    return pages, rendered


def _copy(key, file):
    for chunk in storage.chunks(key):
        if file.tell() + len(chunk) > _MAX_BYTES:
            raise Unreadable(TOO_LARGE)
        file.write(chunk)
    file.seek(0)


def _read(output, first):
    """Read the complete part of the program's output. The program may have been taken over, so nothing is trusted.

    Return the number of pages, or None, and the pages. Raises `Unreadable`.
    """
    pages = _read_line(output).get("pages")
    rendered: list[RenderedPage] = []
    while line := _read_line(output):
        if rendered and _is_size(line.get("text"), _MAX_TEXT):
            rendered[-1].lines.extend(_lines(output.read(line["text"])))
            continue
        width, height, size = (line.get(name) for name in ("width", "height", "bytes"))
        if not (_is_size(width, _MAX_SIDE) and _is_size(height, _MAX_SIDE) and _is_size(size, _MAX_BYTES)):
            break
        small = line.get("small")
        image, thumbnail = output.read(size), output.read(small) if _is_size(small, _MAX_THUMBNAIL) else b""
        if len(image) < size:
            break
        rendered.append(RenderedPage(first + len(rendered), width, height, image, thumbnail, []))
    return (pages if isinstance(pages, int) and pages > 0 else None), rendered


def _lines(written):
    """Return the text of a page, without unprintable characters; nothing if it is malformed."""
    try:
        return [[*map(int, place), "".join(each if each.isprintable() else " " for each in text).strip()]
                for *place, text in json.loads(written) if len(place) == _PLACE]
    except (ValueError, TypeError, AttributeError):
        return []


def _is_size(value, most):
    return isinstance(value, int) and 0 < value <= most


def _read_line(output):
    try:
        line = json.loads(output.readline(_MAX_LINE))
    except ValueError:
        return {}
    if not isinstance(line, dict):
        return {}
    if "problem" in line:
        raise Unreadable(line["problem"] if line["problem"] in PROBLEMS else DAMAGED)
    return line

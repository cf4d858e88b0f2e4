"""Runs `program.py`, which malicious forms may crash or exhaust."""

import json
import logging
import re
import shutil
import tempfile

from intake.core.confinement import refuse_for_machine, run_confined
from intake.gateways.storage import storage

_PROGRAM = "intake.cases.court_forms.form_pdf.program"
_UNUSED = "PIL arabic_reshaper"  # packages for drawing, which pypdf would load
_TIMEOUT_SECONDS = 40
_MAX_OUTPUT = 64 * 1024 * 1024

_log = logging.getLogger(__name__)

PROBLEMS = ("encrypted", "locked", "xfa", "no_fields", "damaged", "too_complex", "too_large")
"""Why a form cannot be filled. `locked`: it forbids filling in; `xfa`: it has fields of Adobe's XML forms only."""
_DAMAGED, _TOO_COMPLEX, _TOO_LARGE = PROBLEMS[4:]


class Unreadable(Exception):
    """The form cannot be read or filled; `problem` is one of `PROBLEMS`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def read_fields(key, max_bytes):
    """Return `pages` and `fields` of the stored form. Raises `Unreadable`, `StorageUnavailable`, `OSError` as below."""
    with tempfile.TemporaryFile() as given:
        _copy(key, given, max_bytes)
        return _loaded(_run("read", given))


def fill_form(key, max_bytes, plan, drawn, addendum):
    """Return the stored form as a PDF, filled in as `program.py` describes.

    Raises `Unreadable`, `StorageUnavailable`, and `OSError` as `refuse_for_machine` does.
    """
    with tempfile.TemporaryFile() as form, tempfile.TemporaryFile() as given:
        size = _copy(key, form, max_bytes)
        parts = json.dumps(plan).encode(), drawn, addendum
        lengths = zip(("plan", "drawn", "addendum", "form"), (*map(len, parts), size), strict=True)
        given.write(json.dumps(dict(lengths)).encode() + b"\n" + b"".join(parts))
        shutil.copyfileobj(form, given)
        given.seek(0)
        written = _run("fill", given)
    if not written.startswith(b"%PDF-"):
        _loaded(written)
        raise Unreadable(_DAMAGED)
    return written


def _run(task, given):
    with tempfile.TemporaryFile() as output:  # without a name: nothing can remain
        done = run_confined(_PROGRAM, task, stdin=given, stdout=output, seconds=_TIMEOUT_SECONDS, without=_UNUSED)
        code = done and done.returncode
        if code != 0:  # by a limit, perhaps in the midst of writing
            _log.warning("process of a form ended early", extra={
                "task": task, "exit_code": code, "bytes": output.tell()})
            refuse_for_machine(done)
            raise Unreadable(_TOO_COMPLEX)
        output.seek(0)
        return output.read(_MAX_OUTPUT)


def _loaded(written):
    """Return the program's output, JSON. The program may have been taken over: only the format can be relied on."""
    try:
        answer = json.loads(written)
    except ValueError:
        raise Unreadable(_DAMAGED) from None
    if not isinstance(answer, dict):
        raise Unreadable(_DAMAGED)
    if "problem" in answer:
        problem = answer["problem"] if answer["problem"] in PROBLEMS else _DAMAGED
        if re.fullmatch("[A-Za-z]{1,60}", str(answer.get("error", ""))):
            _log.info("form could not be read", extra={"problem": problem, "error": answer["error"]})
        raise Unreadable(problem)
    return answer


def _copy(key, file, max_bytes):
    """Copy the stored form and return its size."""
    for chunk in storage.chunks(key):
        if file.tell() + len(chunk) > max_bytes:
            raise Unreadable(_TOO_LARGE)
        file.write(chunk)
    size = file.tell()
    file.seek(0)
    return size

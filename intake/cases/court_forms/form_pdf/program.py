"""A confined program, which reads a stranger's form; `sandbox.py` starts it.

While it reads the form, it can open no file and no connection. It executes no JavaScript, and leaves none in what it
writes.

`read` takes a PDF and writes the result of `describe` as a line of JSON. `fill` takes a line of JSON with the lengths
of four parts, {"plan", "drawn", "addendum", "form"}, then the parts, and writes a PDF. The plan is {"flatten",
"fields": {name: {"value", "looks": [page of drawn or null]}}}; `drawn` is a PDF of ours whose pages are the looks of
widgets; the pages of the addendum are appended. If that is not possible, both write {"problem"} instead, and {"error"},
a class, if it was unexpected. The exit status is `os.EX_IOERR` if the disk had no room for the output.
"""

import codecs
import errno
import io
import json
import os
import sys
from contextlib import suppress

import pypdf.filters

from intake.core.process_limits import limit_this_process

from .fields import describe
from .filling import fill
from .limits import LIMITS, NotFillable


def load_what_is_needed():
    """Load the modules that pypdf would load later, while files can still be opened."""
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "latin-1", "cp1252", "charmap",
                     "unicode_escape"):
        codecs.lookup(encoding)
    blank = io.BytesIO()
    writer = pypdf.PdfWriter()
    writer.add_blank_page(10, 10).compress_content_streams()
    writer.encrypt("", "owner", algorithm="AES-256")
    writer.write(blank)
    with suppress(Exception):  # a form that needs a module that cannot be loaded will report it
        pypdf.PdfWriter(clone_from=pypdf.PdfReader(blank, password="")).write(io.BytesIO())
    pypdf.filters.decompress(pypdf.filters.FlateDecode.encode(b"loaded"))


def main(task):
    """Perform the task."""
    load_what_is_needed()
    given, output = sys.stdin.buffer, sys.stdout.buffer
    limit_this_process(LIMITS)
    try:
        if task == "read":
            answer = json.dumps(describe(given)).encode()
        else:
            lengths = json.loads(given.readline(1000))
            plan, *files = (given.read(lengths[part]) for part in ("plan", "drawn", "addendum", "form"))
            answer = fill(json.loads(plan), *map(io.BytesIO, files))
    except NotFillable as refused:
        answer = json.dumps({"problem": str(refused)}).encode()
    except Exception as error:  # its message may have parts of the form
        problem = "too_complex" if isinstance(error, MemoryError) else "damaged"
        answer = json.dumps({"problem": problem, "error": type(error).__name__}).encode()
    try:
        output.write(answer)
        output.flush()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            os._exit(os.EX_IOERR)  # at a normal exit the remaining output would be written, and fail again
        raise

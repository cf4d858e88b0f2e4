"""Files are streamed and never completely in memory."""

import hashlib
import tracemalloc

from intake.cases.uploads import actions
from intake.cases.uploads.jobs import process
from tests.builders import a_document, an_issued_upload
from tests.stand_ins.clamd import Clamd, scanning_at

MEGABYTE = 1024 * 1024
SIZE = 40 * MEGABYTE


def test_40_mb_file_is_processed_in_8_mb_of_memory(app, firm, put, tmp_path):
    file = tmp_path / "sparse"
    with file.open("wb") as sparse:
        sparse.truncate(SIZE)
    issued = an_issued_upload(firm, a_document(firm, max_file_size_mb=40), content_type="application/octet-stream",
                              file_size_bytes=SIZE)
    with file.open("rb") as body:
        assert put(issued.upload_url, body, "application/octet-stream").ok
    upload = actions.confirm(firm, issued.id)

    tracemalloc.start()
    try:
        with Clamd() as clamd, scanning_at(app, clamd.url):
            process(upload.id)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    upload = type(upload).fetch(firm, upload.id)
    assert (upload.scan_status, upload.sha256) == ("clean", hashlib.sha256(bytes(SIZE)).hexdigest())
    assert peak < 8 * MEGABYTE

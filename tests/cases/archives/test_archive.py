"""GET /matters/:id/documents/archive."""

import io
import time
import tracemalloc
import zipfile
import zlib
from datetime import UTC, datetime

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from intake.cases.archives.actions import make_archive
from intake.cases.archives.naming import Names
from intake.cases.uploads.actions import review
from intake.gateways.storage import storage
from tests.builders import PDF, a_document, a_matter, an_issued_upload, an_upload
from tests.cases.uploads.conftest import storage_proxy  # noqa: F401 (a fixture)

MEGABYTE = 1024 * 1024
DAY = datetime(2026, 3, 1, 18, tzinfo=UTC)


@pytest.fixture
def matter(firm):
    return a_matter(firm, title="Silva / ../Ünal: “divorce”\u202e")


@pytest.fixture
def handed_in(firm, put):
    """Create a file: `handed_in(document, body, status=…, scan_status=…)`."""
    def create(document, body=PDF, status="approved", scan_status="clean", **values):
        upload = an_upload(firm, put, document, body, **values)
        if status != "pending":
            review(firm, upload.id, status)
        upload.change(scan_status=scan_status, uploaded_at=DAY)
        return upload

    return create


def opened(answer):
    assert answer.status_code == 200, answer.text
    archive = zipfile.ZipFile(io.BytesIO(answer.data))
    assert archive.testzip() is None
    return archive


def test_approved_and_clean_files_are_in_it_under_safe_names(api, firm, matter, handed_in):
    for name, filename, body in (
            ("Passport", "a.PDF", b"%PDF-1"), ("passport", "b.pdf", b"%PDF-2"),
            ("../../etc/passwd", "x.tar.gz", b"%PDF-3"), ("Pasaporte de Íñigo 护照", "no ending", b"%PDF-4"),
            ("CON", "c.pdf", b"%PDF-5"), ("ü" * 250, "d.pdf", b"%PDF-6")):
        handed_in(a_document(firm, matter, name=name), body, filename=filename)
    handed_in(a_document(firm, matter), status="pending")
    handed_in(a_document(firm, a_matter(firm)))
    answer = api.get(f"/matters/{matter.id}/documents/archive")
    archive = opened(answer)

    assert {name: archive.read(name)[-1:] for name in archive.namelist()} == {
        "Passport 2026-03-01.pdf": b"1", "passport 2026-03-01 (2).pdf": b"2", "..-..-etc-passwd 2026-03-01.gz": b"3",
        "Pasaporte de Íñigo 护照 2026-03-01": b"4", "_CON 2026-03-01.pdf": b"5", f"{'ü' * 90} 2026-03-01.pdf": b"6"}
    assert archive.infolist()[0].date_time[:3] == (2026, 3, 1)
    assert answer.mimetype == "application/zip"
    assert "Silva%20-%20..-%C3%9Cnal-%20%E2%80%9Cdivorce%E2%80%9D%20" in answer.headers["Content-Disposition"]
    reads.flush()
    acts = [entry.action for entry in AuditEntry.of(firm).where(AuditEntry.actor_type == "api_key")]
    assert (acts.count("matter.archive_downloaded"), acts.count("upload.downloaded")) == (1, 6)


def test_names_keep_an_order_that_was_given_by_hand(api, firm, matter, handed_in):
    passport, lease, _ = (a_document(firm, matter, name=name) for name in ("Passport", "Lease", "Visa"))
    for document in (passport, lease, lease):
        handed_in(document, status="pending")
    assert api.patch(f"/documents/{lease.id}", {"position": 1}).status_code == 200
    assert opened(api.get(f"/matters/{matter.id}/documents/archive?files=all")).namelist() == [
        "01 Lease 2026-03-01.pdf", "01 Lease 2026-03-01 (2).pdf", "02 Passport 2026-03-01.pdf"]


def test_what_is_missing_or_not_clean_is_named(api, firm, matter, handed_in):
    handed_in(a_document(firm, matter, name="Whole"))
    lost = handed_in(a_document(firm, matter, name="Lost"))
    storage.delete(lost.storage_key)
    handed_in(a_document(firm, matter, name="Bad"), status="rejected", scan_status="infected")
    handed_in(a_document(firm, matter, name="Waiting"), status="pending")
    path = f"/matters/{matter.id}/documents/archive"
    approved, everything = (opened(api.get(path + query)) for query in ("", "?files=all"))

    assert approved.namelist() == ["Whole 2026-03-01.pdf", "Please read.txt"]
    assert "- Lost 2026-03-01.pdf: It is missing" in approved.read("Please read.txt").decode("utf-8-sig")
    assert everything.namelist() == ["Whole 2026-03-01.pdf", "Waiting 2026-03-01.pdf", "Please read.txt"]
    assert "- Bad 2026-03-01.pdf: It has not been scanned" in everything.read("Please read.txt").decode("utf-8-sig")


def test_without_files_it_says_so(api, matter):
    archive = opened(api.get(f"/matters/{matter.id}/documents/archive"))

    assert archive.read("Please read.txt").decode("utf-8-sig") == "No file of this matter is approved."


def test_storage_that_is_away_is_an_error(api, matter, storage_proxy):  # noqa: F811
    storage_proxy.stop()

    assert api.get(f"/matters/{matter.id}/documents/archive").status_code == 502


def test_120_mb_are_streamed_in_8_mb_of_memory(firm, matter, put, tmp_path):
    file = tmp_path / "sparse"
    with file.open("wb") as sparse:
        sparse.truncate(40 * MEGABYTE)
    for number in range(3):
        issued = an_issued_upload(firm, a_document(firm, matter, name=f"Video {number}", max_file_size_mb=40),
                                  content_type="video/mp4", file_size_bytes=40 * MEGABYTE, filename="video.mp4")
        key = f"files/{firm.id}/{issued.id}/x"
        if number == 0:
            first = key
            with file.open("rb") as body:
                storage.put(key, body, "video/mp4")
        else:
            storage.copy(first, key)
        issued.change(status="approved", scan_status="clean", storage_key=key, uploaded_at=DAY)
    _, pieces = make_archive(firm, matter.id, "approved", "en")
    tracemalloc.start()
    try:
        sizes, total = [], 0
        for piece in pieces:
            sizes.append(len(piece))
            end = piece[-200:]
            total = zlib.crc32(piece, total)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert sum(sizes) > 120 * MEGABYTE
    assert end.count(b"Video") >= 1
    assert peak < 8 * MEGABYTE


def test_thousands_of_one_name_are_numbered_without_trying_each():
    names, start = Names("UTC"), time.process_time()
    found = [names.free("Bank statement", ".pdf") for _ in range(4000)]

    assert (found[0], found[1], found[-1]) == (
        "Bank statement.pdf", "Bank statement (2).pdf", "Bank statement (4000).pdf")
    assert names.free("bank statement (4000)", ".pdf") == "bank statement (4000) (2).pdf"
    assert time.process_time() - start < 0.6  # it was at least 1.6, and four times that for twice as many files

"""Files that are not of their declared type, including those processed before the column existed."""

from intake.cases.uploads.models import Upload
from intake.core.content_types import types_conflict
from intake.core.db import db
from tests.builders import a_document, an_issued_upload
from tests.source import ROOT

PAIRS = (
    ("application/pdf", "application/pdf"), ("application/pdf", "application/zip"), ("application/pdf", None),
    ("APPLICATION/PDF; version=1", "application/pdf"), ("image/jpg", "image/jpeg"), ("image/heif", "image/heic"),
    ("application/octet-stream", "image/png"), ("text/csv", "text/plain"), ("image/svg+xml", "text/plain"),
    ("application/pdf", "text/plain"), ("application/vnd.ms-excel", "application/msword"),
    ("application/rtf", "text/rtf"), ("application/pdf", "inode/x-empty"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/zip"),
)


def test_migration_decides_as_the_worker_does(firm):
    document = a_document(firm)
    uploads = [an_issued_upload(firm, document) for _ in PAIRS]
    for upload, (declared, found) in zip(uploads, PAIRS, strict=True):
        upload.change(content_type=declared, detected_type=found)
    migration = (ROOT / "migrations/0014_reviewing.sql").read_text()
    db.execute_sql(migration[migration.index("WITH aliases"):].replace("%", "%%"))

    assert [Upload.fetch(firm, upload.id).type_mismatch for upload in uploads] == [
        types_conflict(*pair) for pair in PAIRS]

"""The files in storage that an export has copies of: clients' uploads, letters, court forms and the firm's logo."""

from datetime import datetime
from typing import Any, NamedTuple

from intake.cases.archives.naming import safe_name
from intake.core.content_types import PDF
from intake.core.local_time import to_local
from intake.engagement.letters.actions import filename_of
from intake.gateways.storage import storage

_LONGEST_TITLE = 100


class StoredFile(NamedTuple):
    """A file of a record, with its path in the archive; `id` is its place among the files of its matter or firm."""

    id: str
    path: str
    moment: datetime
    key: str
    size: int
    content_type: str
    filename: str
    record: Any

    def under(self, folder):
        """Return it with the path in this folder."""
        return self._replace(path=f"{folder}/{self.path}")


def file_of_upload(upload, path):
    """Return the file of a confirmed upload."""
    return StoredFile(upload.id, path, upload.uploaded_at or upload.created_at, upload.storage_key,
                      upload.file_size_bytes, upload.content_type, upload.filename, upload)


def files_of_letters(letters, names, zone, taken_at):
    """Return the PDFs that the letters had at this time, as sent and as sealed, in the order of their ids.

    `names` gives each a different path.
    """
    found = []
    for letter in sorted(letters, key=lambda each: each.id):
        for kind, moment, key, size in (("sent", letter.sent_at, letter.document_key, letter.document_size),
                                        ("signed", letter.sealed_at, letter.sealed_key, letter.sealed_size)):
            if moment and moment <= taken_at:
                stem = f"{safe_name(letter.title, _LONGEST_TITLE)} {to_local(moment, zone).date().isoformat()}"
                path = f"letters/{kind}/{names.free(stem, '.pdf')}"
                found.append(StoredFile(
                    f"{letter.id} {kind}", path, moment, key, size, PDF, filename_of(letter), letter))
    return found


def file_of_court_form(form):
    """Return the PDF of a court form."""
    path = f"court-forms/{safe_name(form.name, 100)} {form.id[-8:]}.pdf"
    return StoredFile(form.id, path, form.updated_at, form.storage_key, form.file_size_bytes, form.content_type,
                      form.filename, form)


def file_of_logo(firm):
    """Return the file of the firm's logo, None if it has none. Raises `StorageUnavailable`."""
    logo = storage.head(firm.logo_key) if firm.logo_key else None
    if logo is None:
        return None
    ending = firm.logo_key.rpartition(".")[2] if "." in firm.logo_key else "image"
    return StoredFile(firm.id, f"logo.{ending}", firm.updated_at, firm.logo_key, logo.size, logo.content_type, "logo",
                      firm)

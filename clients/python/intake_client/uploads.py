"""Sending a file: ask for an address, PUT the bytes to storage, confirm."""

import mimetypes
from pathlib import Path
from typing import BinaryIO

import requests

from .operations import Operations, UploadOut

_SECONDS = 900  # for which the address works


def upload_file(intake: Operations, document_id: str, file: Path | str | BinaryIO, *, filename: str | None = None,
                content_type: str | None = None) -> UploadOut:
    """Send a file for a document request and return the confirmed upload.

    `file` is a path, or an open binary file, which then needs a `filename`. It is read while it is sent. Raises
    `ApiError`, and `requests.HTTPError` if storage refuses it.
    """
    if isinstance(file, str | Path):
        with Path(file).open("rb") as opened:
            return upload_file(intake, document_id, opened, filename=filename or Path(file).name,
                               content_type=content_type)
    if not filename:
        raise ValueError("an open file needs a filename")
    kind = content_type or mimetypes.guess_type(filename)[0] or "application/octet-stream"
    size = file.seek(0, 2)
    file.seek(0)
    issued = intake.uploads_issue({
        "document_id": document_id, "filename": filename, "content_type": kind, "file_size_bytes": size})["data"]
    answer = requests.put(issued["upload_url"], data=file, headers=issued["fields"], timeout=_SECONDS)
    answer.raise_for_status()
    return intake.uploads_confirm(issued["upload_id"])["data"]

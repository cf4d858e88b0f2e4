"""Files that are stored in parts (S3 multipart uploads)."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

PART_BYTES = 8 * 1024 * 1024


class PartedFile:
    """A file that is stored in parts under a key; errors of the storage are raised unchanged."""

    def __init__(self, s3: Any, bucket: str, key: str, upload_id: str | None = None) -> None:
        self.upload_id = upload_id
        self._s3, self._target = s3, {"Bucket": bucket, "Key": key}

    def begin(self, content_type: str) -> str:
        """Begin the file, and return the id of this upload."""
        self.upload_id = self._s3.create_multipart_upload(**self._target, ContentType=content_type)["UploadId"]
        return self.upload_id

    def put(self, number: int, body: bytes) -> str:
        """Store a part, and return its ETag."""
        sent = self._s3.upload_part(**self._target, UploadId=self.upload_id, PartNumber=number, Body=body)
        return sent["ETag"]

    def sent(self) -> list[str]:
        """Return the ETags of the parts that are stored, in the order of their numbers."""
        pages = self._s3.get_paginator("list_parts").paginate(**self._target, UploadId=self.upload_id)
        return [part["ETag"] for page in pages for part in page.get("Parts", ())]

    def finish(self, etags: Sequence[str]) -> None:
        """Combine the parts with these ETags, numbered from 1, into one file."""
        parts = [{"PartNumber": number, "ETag": etag} for number, etag in enumerate(etags, start=1)]
        self._s3.complete_multipart_upload(**self._target, UploadId=self.upload_id, MultipartUpload={"Parts": parts})

    def put_whole(self, body: bytes, content_type: str) -> None:
        """Store the whole file in one request instead."""
        self._s3.put_object(**self._target, Body=body, ContentType=content_type)

    def abandon(self) -> None:
        """Remove the stored parts, unless the storage is unavailable."""
        with suppress(BotoCoreError, ClientError):
            self._s3.abort_multipart_upload(**self._target, UploadId=self.upload_id)


class StorageWriter:
    """A file that is stored in parts while it is being written."""

    def __init__(self, file: PartedFile, content_type: str) -> None:
        self.size = 0
        self._file, self._content_type = file, content_type
        self._waiting = bytearray()
        self._etags: list[str] = []

    def write(self, data: bytes) -> int:
        """Buffer bytes, and send a part when there are enough."""
        self._waiting += data
        self.size += len(data)
        if len(self._waiting) >= PART_BYTES:
            self._send()
        return len(data)

    def finish(self) -> None:
        """Send the rest; only now does the file exist under the key."""
        if self._file.upload_id is None:
            self._file.put_whole(bytes(self._waiting), self._content_type)
            return
        if self._waiting:
            self._send()
        self._file.finish(self._etags)

    def abandon(self) -> None:
        """Remove the parts that were sent, unless the storage is unavailable."""
        if self._file.upload_id:
            self._file.abandon()

    def _send(self) -> None:
        if self._file.upload_id is None:
            self._file.begin(self._content_type)
        self._etags.append(self._file.put(len(self._etags) + 1, bytes(self._waiting)))
        self._waiting.clear()

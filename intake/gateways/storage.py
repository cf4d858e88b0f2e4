"""Object storage by the S3 protocol; clients transfer files by signed URLs."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from flask import current_app
from werkzeug.local import LocalProxy

from intake.core.counters import occurrences
from intake.core.filenames import attachment

from .pause import Pause
from .storage_errors import FileNotFoundInStorage, PartsGone, StorageUnavailable, map_storage_errors
from .storage_session import make_client, make_session
from .storage_versions import StoredVersions
from .storage_writer import PartedFile, StorageWriter

__all__ = ["FileNotFoundInStorage", "PartsGone", "Storage", "StorageUnavailable", "storage"]

UPLOAD_URL_SECONDS = 15 * 60
"""How long a signed upload URL is valid."""

_CHUNK_BYTES, _PIECE_BYTES = 64 * 1024, 1024 * 1024
_GRACE_SECONDS, _SLOWEST = 30, 32 * 1024
"""How long may be waited for a file's bytes: this long, and a second for so many that arrived."""


@dataclass(frozen=True)
class StoredObject:
    """A stored file's metadata. Files with the same `etag` have the same bytes; a copy may have another `etag`."""

    size: int
    content_type: str
    etag: str


@dataclass(frozen=True)
class ListedObject:
    """An entry of a listing of stored files."""

    key: str
    size: int
    etag: str


class Storage:
    """The bucket of this installation. Methods that send requests raise `StorageUnavailable`."""

    def __init__(self, settings: Any) -> None:
        self.bucket, self.ca_file = settings.s3_bucket, settings.s3_ca_file
        self._pause = Pause(StorageUnavailable, StorageUnavailable, seconds=10)
        session = make_session(has_keys=bool(settings.s3_access_key_id))
        self._s3 = make_client(session, settings, settings.s3_endpoint_url)
        self._quick = make_client(session, settings, settings.s3_endpoint_url, timeout=3)
        public = settings.s3_public_endpoint_url or settings.s3_endpoint_url
        self._public = self._s3 if public == settings.s3_endpoint_url else make_client(session, settings, public)

    @property
    def events(self) -> list[Any]:
        """The event system that announces each call of the storage, for traces."""
        return [client.meta.events for client in (self._s3, self._quick)]

    def upload_url(self, key: str, content_type: str, length: int | None = None, expires: int = UPLOAD_URL_SECONDS
                   ) -> str:
        """Return a signed URL, valid for `expires` seconds, to PUT a file of this type and, if given, this length."""
        bound = {} if length is None else {"ContentLength": length}
        return self._sign("put_object", expires, {"Key": key, "ContentType": content_type, **bound})

    def part_url(self, key: str, upload_id: str, number: int, length: int) -> str:
        """Return a signed URL, valid as long as `upload_url`, to PUT a part of this length of a file that was begun."""
        return self._sign("upload_part", UPLOAD_URL_SECONDS, {
            "Key": key, "UploadId": upload_id, "PartNumber": number, "ContentLength": length})

    @cached_property
    def upload_origin(self) -> str:
        """The origin that browsers upload to, for a Content-Security-Policy: https://bucket.s3.amazonaws.com."""
        address = urlsplit(self.upload_url("origin", "text/plain"))
        return f"{address.scheme}://{address.netloc}"

    def download_url(self, key: str, filename: str, content_type: str, expires: int = 300) -> str:
        """Return a signed URL, valid for `expires` seconds, of the file as an attachment that browsers do not cache."""
        return self._sign("get_object", expires, {
            "Key": key, "ResponseContentType": content_type, "ResponseContentDisposition": attachment(filename),
            "ResponseCacheControl": "no-store"})

    def head(self, key: str) -> StoredObject | None:
        """Return the metadata of the file under the key, None if there is none."""
        with self._calling(missing_ok=True):
            found = self._quick.head_object(Bucket=self.bucket, Key=key)
            return StoredObject(found["ContentLength"], found.get("ContentType", "application/octet-stream"),
                                found.get("ETag", ""))
        self.check()  # that response has no body that tells a missing bucket from a missing file
        return None

    def copy(self, source: str, target: str) -> str | None:
        """Copy the file under `source` to `target`. Return the copy's `etag`, None if there is no such file."""
        with map_storage_errors(missing_ok=True):
            copied = self._s3.copy_object(Bucket=self.bucket, Key=target,
                                          CopySource={"Bucket": self.bucket, "Key": source})
            return copied["CopyObjectResult"].get("ETag", "")
        return None

    def put(self, key: str, body: Any, content_type: str) -> None:
        """Store `body`, bytes or a readable file, under the key."""
        with map_storage_errors():
            self._s3.put_object(Bucket=self.bucket, Key=key, Body=body, ContentType=content_type)

    @contextmanager
    def writing(self, key: str, content_type: str) -> Iterator[StorageWriter]:
        """Store under the key whatever the block writes; nothing if the block raises an exception.

        At most 8 MiB are held in memory. `delete_with_unfinished` removes the remains of a killed process.
        """
        writer = StorageWriter(PartedFile(self._s3, self.bucket, key), content_type)
        with map_storage_errors():
            try:
                yield writer
                writer.finish()
            except BaseException:
                writer.abandon()
                raise

    def begin_parts(self, key: str, content_type: str) -> str:
        """Begin a file that is stored in parts, possibly by several processes in turn; return the id of this upload."""
        with map_storage_errors():
            return PartedFile(self._s3, self.bucket, key).begin(content_type)

    def put_part(self, key: str, upload_id: str, number: int, body: bytes) -> str:
        """Store the part with this number, from 1, replacing an earlier one. Return its `etag`. Raises `PartsGone`."""
        with map_storage_errors():
            return PartedFile(self._s3, self.bucket, key, upload_id).put(number, body)

    def finish_parts(self, key: str, upload_id: str, etags: Sequence[str]) -> None:
        """Combine the parts into one file, which only now exists under the key. Raises `PartsGone`."""
        with map_storage_errors():
            PartedFile(self._s3, self.bucket, key, upload_id).finish(etags)

    def finish_sent_parts(self, key: str, upload_id: str, count: int) -> None:
        """As `finish_parts`, with the parts that were PUT; raises `FileNotFoundInStorage` unless these are `count`."""
        with map_storage_errors():
            etags = PartedFile(self._s3, self.bucket, key, upload_id).sent()
        if len(etags) != count:
            raise FileNotFoundInStorage
        self.finish_parts(key, upload_id, etags)

    def listed(self, prefix: str = "") -> Iterator[ListedObject]:
        """Yield every file whose key starts with the prefix, in the order of the keys."""
        with map_storage_errors():
            for page in self._s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix):
                for found in page.get("Contents", ()):
                    yield ListedObject(found["Key"], found["Size"], found.get("ETag", ""))

    def delete_with_unfinished(self, prefix: str) -> None:
        """Delete every file whose key starts with the prefix, including unfinished ones."""
        self.delete_under(prefix)
        self.abandon_unfinished(prefix)

    def page(self, prefix: str, after: str, most: int) -> tuple[list[str], bool]:
        """Return up to `most` keys under the prefix that follow `after`, and whether there are more."""
        with map_storage_errors():
            page = self._s3.list_objects_v2(Bucket=self.bucket, Prefix=prefix, StartAfter=after, MaxKeys=most)
        return [found["Key"] for found in page.get("Contents", ())], page.get("IsTruncated", False)

    def abandon_unfinished(self, prefix: str, is_meant: Callable[[str], bool] = bool) -> None:
        """Delete the parts of unfinished files under the prefix."""
        with map_storage_errors(missing_ok=True):  # rclone's answer if nothing is being written
            for page in self._s3.get_paginator("list_multipart_uploads").paginate(Bucket=self.bucket, Prefix=prefix):
                for found in filter(lambda found: is_meant(found["Key"]), page.get("Uploads", ())):
                    self._s3.abort_multipart_upload(Bucket=self.bucket, Key=found["Key"], UploadId=found["UploadId"])

    def open(self, key: str) -> io.BufferedReader:
        """Return a stream of the file's bytes, to be read in chunks and closed.

        A read error raises `StorageUnavailable`: a broken connection never shortens the file.
        """
        with self._calling():
            body = self._s3.get_object(Bucket=self.bucket, Key=key)["Body"]
            return io.BufferedReader(_StoredBytes(body), _CHUNK_BYTES)

    def chunks(self, key: str) -> Iterator[bytes]:
        """Yield the file's bytes in chunks. Raises `StorageUnavailable`, also if there is no such file."""
        with closing(self.open(key)) as stream:
            yield from iter(lambda: stream.read(_CHUNK_BYTES), b"")

    def pieces(self, key: str, size: int) -> Iterator[bytes]:
        """Yield the file's `size` bytes, requested in pieces of `_PIECE_BYTES`: no connection stays open between them.

        Raises `FileNotFoundInStorage`, at the first piece or if it is deleted meanwhile, and `StorageUnavailable` for a
        piece of another length.
        """
        for start in range(0, size, _PIECE_BYTES):
            end = min(start + _PIECE_BYTES, size)
            if len(piece := self.part(key, start, end - 1)) != end - start:
                raise StorageUnavailable
            yield piece

    def part(self, key: str, first: int, last: int) -> bytes:
        """Return the file's bytes from the first up to and including the last. Raises `FileNotFoundInStorage`."""
        with self._calling(missing_ok=True):
            found = self._s3.get_object(Bucket=self.bucket, Key=key, Range=f"bytes={first}-{last}")
            with closing(_StoredBytes(found["Body"])) as body:
                return b"".join(iter(lambda: body.read(_CHUNK_BYTES), b""))
        raise FileNotFoundInStorage

    def delete(self, key: str) -> None:
        """Delete the file under the key, if there is one."""
        with map_storage_errors():
            self._s3.delete_object(Bucket=self.bucket, Key=key)

    def delete_under(self, prefix: str) -> None:
        """Delete every file whose key starts with the prefix."""
        for found in self.listed(prefix):
            self.delete(found.key)

    def erase_versions(self, prefixes: Iterable[str]) -> None:
        """Delete what the bucket keeps of deleted and overwritten files under the prefixes, if it keeps versions."""
        with map_storage_errors():
            StoredVersions(self._s3, self.bucket).erase(prefixes)

    def _sign(self, operation: str, expires: int, parameters: dict[str, Any]) -> str:
        """Return a signed URL. Without configured keys this may first request those of the role."""
        with map_storage_errors():
            return self._public.generate_presigned_url(operation, parameters | {"Bucket": self.bucket}, expires)

    @contextmanager
    def _calling(self, missing_ok: bool = False) -> Iterator[None]:
        """Guard calls that web requests wait for: a hanging storage would occupy one web thread after the other."""
        with self._pause.around(), map_storage_errors(missing_ok):
            yield

    def check(self) -> None:
        """Raise `StorageUnavailable` unless the bucket answers."""
        with self._calling():
            self._quick.head_bucket(Bucket=self.bucket)


class _StoredBytes(io.RawIOBase):
    """The bytes of a storage's response. When the connection breaks, a read may be short; the next one raises.

    A storage that sends a few bytes a second counts as unavailable: it would hold a thread for hours.
    """

    def __init__(self, body: Any) -> None:
        self._body = body
        self._seconds = 0.0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        began = monotonic()
        with map_storage_errors():
            piece = self._body.read(len(buffer))
        self._seconds += monotonic() - began - len(piece) / _SLOWEST
        if self._seconds > _GRACE_SECONDS:
            occurrences.add("storage_errors:slow")
            raise StorageUnavailable
        buffer[:len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._body.close()
        super().close()


storage: Storage = LocalProxy(lambda: current_app.extensions["storage"])  # type: ignore[assignment]
"""The running application's `Storage`."""

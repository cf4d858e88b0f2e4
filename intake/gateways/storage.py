"""Object storage by the S3 protocol; clients transfer files by signed URLs."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any
from urllib.parse import quote, unquote_plus, urlsplit

from botocore.response import StreamingBody
from flask import current_app
from werkzeug.local import LocalProxy

from intake.core.errors import ApiError

from .s3 import S3, STORAGE_ERRORS, BucketAddress, Keys, RefusedByStorage

UPLOAD_URL_SECONDS = 15 * 60
"""How long a signed upload URL is valid."""

_CHUNK_BYTES = 64 * 1024


class StorageUnavailable(ApiError):
    status, code = 502, "storage_unavailable"
    message = "The file storage cannot be reached. Try again in a moment; nothing was changed."


class FileNotFoundInStorage(ApiError):
    status, code = 422, "file_not_found_in_storage"
    message = "The file has not arrived in storage. PUT it to the upload URL first."


@dataclass(frozen=True)
class StoredObject:
    """A stored file's metadata. Those with the same `etag` have the same bytes; some storages give a copy another."""

    size: int
    content_type: str
    etag: str


class Storage:
    """The bucket of this installation. Methods that send requests raise `StorageUnavailable`."""

    def __init__(self, settings: Any) -> None:
        self.bucket, self.ca_file = settings.s3_bucket, settings.s3_ca_file
        keys = Keys(settings.s3_access_key_id, settings.s3_secret_access_key)
        own, public = (BucketAddress(self.bucket, settings.s3_region, endpoint, settings.s3_addressing_style)
                       for endpoint in (settings.s3_endpoint_url,
                                        settings.s3_public_endpoint_url or settings.s3_endpoint_url))
        self._s3 = S3(own, keys, self.ca_file)  # copying a large file takes a while
        self._quick = S3(own, keys, self.ca_file, timeout=3)
        self._public = S3(public, keys, self.ca_file)

    def upload_url(self, key: str, content_type: str, length: int | None = None, expires: int = 900) -> str:
        """Return a signed URL to PUT a file of this type, and of this length if given, for `expires` seconds."""
        bound = {} if length is None else {"Content-Length": str(length)}
        return self._sign("PUT", key, expires, {"Content-Type": content_type, **bound}, {})

    @cached_property
    def upload_origin(self) -> str:
        """The origin that browsers upload to, for a Content-Security-Policy: https://bucket.s3.amazonaws.com."""
        address = urlsplit(self.upload_url("origin", "text/plain"))
        return f"{address.scheme}://{address.netloc}"

    def download_url(self, key: str, filename: str, content_type: str, expires: int = 300) -> str:
        """Return a signed URL to download the file as an attachment of this name for `expires` seconds."""
        return self._sign("GET", key, expires, {}, {
            "response-content-type": content_type, "response-content-disposition": attachment(filename)})

    def head(self, key: str) -> StoredObject | None:
        """Return the metadata of the file under the key, None if there is none."""
        with _map_storage_errors(missing_ok=True):
            found = self._quick.send("HEAD", key).headers
            return StoredObject(int(found["Content-Length"]), found.get("Content-Type", "application/octet-stream"),
                                found.get("ETag", ""))
        return None

    def copy(self, source: str, target: str) -> str | None:
        """Copy the file under `source` to `target`. Return the copy's `etag`, None if there is no such file."""
        with _map_storage_errors(missing_ok=True):
            answer = self._s3.send("PUT", target, {"x-amz-copy-source": quote(f"{self.bucket}/{source}", safe="/~")})
            return _etag(answer.content)
        return None

    def put(self, key: str, body: Any, content_type: str) -> None:
        """Store `body`, bytes or a readable file, under the key."""
        with _map_storage_errors():
            self._s3.send("PUT", key, {"Content-Type": content_type}, body=body)

    def open(self, key: str) -> Any:
        """Return a stream of the file's bytes, to be read in chunks and closed."""
        with _map_storage_errors():
            answer = self._s3.send("GET", key, stream=True)
            return StreamingBody(answer.raw, answer.headers.get("Content-Length"))

    def chunks(self, key: str) -> Iterator[bytes]:
        """Yield the file's bytes in chunks."""
        with _map_storage_errors(), closing(self.open(key)) as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                yield chunk

    def delete(self, key: str) -> None:
        """Delete the file under the key, if there is one."""
        with _map_storage_errors():
            self._s3.send("DELETE", key)

    def delete_under(self, prefix: str) -> None:
        """Delete every file whose key starts with the prefix."""
        for key in self.keys_under(prefix):
            self.delete(key)

    def keys_under(self, prefix: str) -> Iterator[str]:
        """Yield the keys that start with the prefix."""
        query = {"list-type": "2", "encoding-type": "url", "prefix": prefix}
        while query:
            with _map_storage_errors():
                page = self._s3.send("GET", query=query).content
            yield from map(unquote_plus, _texts(page, "Key"))
            more = _texts(page, "NextContinuationToken")
            query = query | {"continuation-token": more[0]} if more else {}

    def _sign(self, method: str, key: str, expires: int, headers: dict[str, str], query: dict[str, str]) -> str:
        """Return a signed URL. Without keys of our own it may first have to ask for those of the role."""
        with _map_storage_errors():
            return self._public.signed_url(method, key, expires, headers, query)

    def check(self) -> None:
        """Raise `StorageUnavailable` unless the bucket answers."""
        with _map_storage_errors():
            self._quick.send("HEAD")


storage: Storage = LocalProxy(lambda: current_app.extensions["storage"])  # type: ignore[assignment]
"""The running application's `Storage`."""


def attachment(filename: str) -> str:
    """Return a Content-Disposition header that makes browsers save the file under this name (RFC 6266)."""
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%' else "_" for c in filename)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(filename, safe='')}"


def _texts(answer: bytes, name: str) -> list[str]:
    """Return the texts of the elements of an answer that have this name and contain no others."""
    return [unescape(text) for text in re.findall(f"<{name}>([^<]*)</{name}>", answer.decode())]


def _etag(answer: bytes) -> str:
    """Return the etag of a copy. Raises `StorageUnavailable` for an error, which may come with the status 200."""
    if b"<CopyObjectResult" not in answer:
        raise StorageUnavailable
    return "".join(_texts(answer, "ETag"))


@contextmanager
def _map_storage_errors(missing_ok: bool = False) -> Iterator[None]:
    try:
        yield
    except STORAGE_ERRORS as error:
        if not (missing_ok and isinstance(error, RefusedByStorage) and error.status == 404):
            raise StorageUnavailable from error

"""Object storage by the S3 protocol: the files never pass through the API (interface, rule 5)."""

from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, urlsplit

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from flask import current_app
from werkzeug.local import LocalProxy

from intake.core.errors import ApiError

UPLOAD_URL_SECONDS = 15 * 60
"""How long a signed URL takes a file."""

_PIECE = 64 * 1024


class StorageUnavailable(ApiError):
    status, code = 502, "storage_unavailable"
    message = "The file storage cannot be reached. Try again in a moment; nothing was changed."


class FileNotFoundInStorage(ApiError):
    status, code = 422, "file_not_found_in_storage"
    message = "The file has not arrived in storage. PUT it to the upload URL first."


@dataclass(frozen=True)
class StoredObject:
    """What the storage knows of a file."""

    size: int
    content_type: str


class Storage:
    """The bucket of this installation. Every method that goes out raises `StorageUnavailable` when nobody answers."""

    def __init__(self, settings):
        self.bucket = settings.s3_bucket
        self._s3 = _client(settings, settings.s3_endpoint_url)
        self._quick = _client(settings, settings.s3_endpoint_url, patience=3)
        public = settings.s3_public_endpoint_url or settings.s3_endpoint_url
        self._public = self._s3 if public == settings.s3_endpoint_url else _client(settings, public)

    def upload_url(self, key, content_type, length=None, expires=900):
        """An address to which a file of this type, and of this length if given, can be PUT for `expires` seconds."""
        bound = {} if length is None else {"ContentLength": length}
        return self._public.generate_presigned_url(
            "put_object", ExpiresIn=expires,
            Params={"Bucket": self.bucket, "Key": key, "ContentType": content_type, **bound})

    @cached_property
    def upload_origin(self):
        """What browsers send files to, as a page's policy names it: https://bucket.s3.amazonaws.com."""
        address = urlsplit(self.upload_url("origin", "text/plain"))
        return f"{address.scheme}://{address.netloc}"

    def download_url(self, key, filename, content_type, expires=300):
        """An address from which the file comes as an attachment of this name for `expires` seconds."""
        return self._public.generate_presigned_url(
            "get_object", ExpiresIn=expires,
            Params={"Bucket": self.bucket, "Key": key, "ResponseContentType": content_type,
                    "ResponseContentDisposition": attachment(filename)})

    def head(self, key):
        """The `StoredObject` under the key, None if there is none."""
        with _reaching(missing_ok=True):
            found = self._quick.head_object(Bucket=self.bucket, Key=key)
            return StoredObject(found["ContentLength"], found.get("ContentType", "application/octet-stream"))

    def copy(self, source, target):
        """The bytes under `source` also stand under `target`. False if there are none."""
        with _reaching(missing_ok=True):
            self._s3.copy_object(Bucket=self.bucket, Key=target, CopySource={"Bucket": self.bucket, "Key": source})
            return True
        return False

    def put(self, key, body, content_type):
        """`body`, bytes or a readable file, stands under the key."""
        with _reaching():
            self._s3.put_object(Bucket=self.bucket, Key=key, Body=body, ContentType=content_type)

    def open(self, key):
        """A stream of the bytes under the key, to be read in pieces and closed."""
        with _reaching():
            return self._s3.get_object(Bucket=self.bucket, Key=key)["Body"]

    def pieces(self, key):
        """The bytes under the key, piece by piece as they are wanted."""
        with _reaching(), closing(self.open(key)) as stream:
            while piece := stream.read(_PIECE):
                yield piece

    def delete(self, key):
        """Nothing stands under the key any more."""
        with _reaching():
            self._s3.delete_object(Bucket=self.bucket, Key=key)

    def delete_under(self, prefix):
        """Nothing stands under any key that begins with the prefix."""
        with _reaching():
            for page in self._s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix):
                for found in page.get("Contents", ()):
                    self._s3.delete_object(Bucket=self.bucket, Key=found["Key"])

    def check(self):
        """Returns when the bucket answers."""
        with _reaching():
            self._quick.head_bucket(Bucket=self.bucket)


storage = LocalProxy(lambda: current_app.extensions["storage"])
"""The running application's `Storage`."""


def attachment(filename):
    """A Content-Disposition that saves under this name and never opens in the page (RFC 6266)."""
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%' else "_" for c in filename)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(filename, safe='')}"


def _client(settings, endpoint, patience=10):
    """`patience` is how many seconds the storage may be silent: the copy of a large file takes its time."""
    return boto3.client(
        "s3", endpoint_url=endpoint, region_name=settings.s3_region, aws_access_key_id=settings.s3_access_key_id,
        aws_secret_access_key=settings.s3_secret_access_key,
        config=Config(
            # Version 4 binds what is signed; other storages than Amazon's refuse the newer checksum trailers and
            # want the bucket in the path.
            signature_version="s3v4", request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            s3={"addressing_style": "path" if endpoint else "auto"},
            connect_timeout=3, read_timeout=patience, retries={"total_max_attempts": 2, "mode": "standard"},
            max_pool_connections=16))


@contextmanager
def _reaching(missing_ok=False):
    try:
        yield
    except ClientError as error:
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 500)
        if not (missing_ok and status == 404):
            raise StorageUnavailable from error
    except BotoCoreError as error:
        raise StorageUnavailable from error

"""Versions that a bucket keeps of deleted and overwritten files; Backblaze's buckets do unless told otherwise."""

from collections.abc import Iterable
from typing import Any

from botocore.exceptions import ClientError

_PROBE = "doctor/room"


class StoredVersions:
    """The versions in a bucket; errors of the storage are raised unchanged."""

    def __init__(self, s3: Any, bucket: str) -> None:
        self._s3, self._bucket = s3, bucket

    def erase(self, prefixes: Iterable[str]) -> None:
        """Delete all versions of files under the prefixes, those that are locked excepted: these raise `ClientError`.

        A bucket shows whether it keeps versions when it is given a file; to ask it would need a further right.
        """
        stored = self._s3.put_object(Bucket=self._bucket, Key=_PROBE, Body=b"")
        self._s3.delete_object(Bucket=self._bucket, Key=_PROBE)
        if "VersionId" not in stored:
            return
        try:
            for prefix in (_PROBE, *prefixes):
                self._erase(prefix)
        except ClientError as error:
            if error.response["Error"].get("Code") != "NotImplemented":  # Cloudflare's names versions, but keeps none
                raise

    def _erase(self, prefix: str) -> None:
        for page in self._s3.get_paginator("list_object_versions").paginate(Bucket=self._bucket, Prefix=prefix):
            for found in (*page.get("Versions", ()), *page.get("DeleteMarkers", ())):
                self._s3.delete_object(Bucket=self._bucket, Key=found["Key"], VersionId=found["VersionId"])

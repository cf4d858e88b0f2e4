"""Limits botocore's descriptions of Amazon's services in memory to the parts that `Storage` uses.

Complete descriptions take 10 MiB more: the prose of 100 operations and the addresses of 400 services. And each response
would be searched for 40 headers, whose times and numbers are parsed.
"""

import gzip
import json
from pathlib import Path
from typing import Any

from botocore.loaders import JSONFileLoader, Loader

_SERVICES = frozenset(("s3", "sts"))
OPERATIONS = frozenset((
    "AbortMultipartUpload", "CompleteMultipartUpload", "CopyObject", "CreateMultipartUpload", "DeleteObject",
    "GetObject", "HeadBucket", "HeadObject", "ListMultipartUploads", "ListObjectVersions", "ListObjectsV2", "ListParts",
    "PutObject", "UploadPart",
    "AssumeRole", "AssumeRoleWithWebIdentity"))  # botocore itself uses the last two, for the keys of a role
_ANSWER_HEADERS = frozenset(("ContentLength", "ContentType", "ETag", "VersionId"))


class _ShortFileLoader(JSONFileLoader):
    def load_file(self, file_path: str) -> Any:
        for suffix, open_file in ((".json", open), (".json.gz", gzip.open)):
            if Path(path := f"{file_path}{suffix}").is_file():
                with open_file(path, "rb") as file:
                    return json.loads(file.read(), object_pairs_hook=_shortened)
        return None


class DescriptionLoader(Loader):
    """Loads descriptions without prose and without the services and operations that `Storage` does not use."""

    FILE_LOADER_CLASS = _ShortFileLoader


descriptions = DescriptionLoader()
"""The loader of all applications of a process: it keeps what it has loaded."""


def _shortened(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if isinstance(members.get("documentation"), str):
        members["documentation"] = ""
    for name, used in (("services", _SERVICES), ("operations", OPERATIONS)):
        if name in members:
            members[name] = {key: value for key, value in members[name].items() if key in used}
    for name, shape in members.get("shapes", {}).items():
        if name.endswith("Output"):
            shape["members"] = {key: value for key, value in shape["members"].items()
                                if key in _ANSWER_HEADERS or value.get("location") != "header"}
    return members

"""Limits botocore's descriptions of Amazon's services in memory to the parts that `Storage` uses.

Complete descriptions take 11 MiB more: the prose of 100 operations and the addresses of 400 services. And each response
would be searched for 40 headers, whose times and numbers are parsed; the times in it take 0.4 ms for a copied file, and
56 ms for a page of 1,000 files.
"""

import gzip
import json
from collections.abc import Mapping
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
_UNREAD_TIMES = frozenset(("Initiated", "LastModified"))


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
        if "members" in shape:
            shape["members"] = {key: value for key, value in shape["members"].items() if _is_read(name, key, value)}
    if "operations" in members and "shapes" in members:
        members["shapes"] = _needed(members["shapes"], members["operations"])
    return members


def _is_read(shape: str, name: str, member: Mapping[str, Any]) -> bool:
    is_answer_header = shape.endswith("Output") and member.get("location") == "header"
    return name not in _UNREAD_TIMES and (not is_answer_header or name in _ANSWER_HEADERS)


def _needed(shapes: Mapping[str, Any], operations: Any) -> dict[str, Any]:
    """Return the shapes that the operations refer to, directly or by another shape."""
    needed: dict[str, Any] = {}
    left = [operations]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            name = part.get("shape")  # of a structure's members, one may have this name
            if isinstance(name, str) and name not in needed:
                needed[name] = shapes[name]
                left.append(shapes[name])
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
    return needed

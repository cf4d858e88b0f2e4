"""The session of the clients of the storage: it has short descriptions, and refuses answers that no storage gives.

Such are those of a proxy in front of a storage that is away. Otherwise its page about maintenance, with the status 200,
would be a file that was stored or read; and botocore would ask for the bucket's region after each redirect, also after
that of its own question, until the stack is full.
"""

from collections.abc import Mapping
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError
from botocore.session import get_session

from .storage_description import descriptions

_SENT_WITH = {"GetObject": ("etag",), "HeadObject": ("etag", "content-length"), "PutObject": ("etag",),
              "UploadPart": ("etag",)}
"""By operation, the headers that every storage sends when it is done."""
_ANSWERED_WITH = {"CompleteMultipartUpload": b"ETag", "CopyObject": b"ETag", "CreateMultipartUpload": b"UploadId",
                  "ListMultipartUploads": b"Bucket", "ListObjectsV2": b"Bucket", "ListParts": b"UploadId"}
"""By operation, a word that every storage's answer has; an error may come in its place after a long wait."""
_LATE_ERROR = b"<Error>"
_WITHOUT_BODY = frozenset(("AbortMultipartUpload", "DeleteObject"))
_NEXT_REGION = "x-amz-bucket-region"


class NotOfStorage(BotoCoreError):
    """The answer is not one of a storage."""

    fmt = "The answer is not one of a storage."


def make_session() -> boto3.Session:
    """Return a session whose clients raise `NotOfStorage` for such answers."""
    session = get_session()
    session.register_component("data_loader", descriptions)
    session.register("before-parse.s3", _refuse_answer_of_others)
    return boto3.Session(botocore_session=session)


def _refuse_answer_of_others(operation_model: Any, response_dict: dict[str, Any], **_: Any) -> None:
    headers, kind = response_dict["headers"], response_dict["status_code"] // 100
    is_elsewhere = kind == 3 and _NEXT_REGION not in headers
    if is_elsewhere or (kind == 2 and not _is_of_storage(operation_model.name, headers, response_dict["body"])):
        raise NotOfStorage


def _is_of_storage(name: str, headers: Mapping[str, str], body: Any) -> bool:
    if name in _ANSWERED_WITH:
        return _ANSWERED_WITH[name] in body or _LATE_ERROR in body
    return not (name in _WITHOUT_BODY and body) and all(header in headers for header in _SENT_WITH.get(name, ()))

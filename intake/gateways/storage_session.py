"""The clients of the storage and their session: it has short descriptions, and refuses answers that no storage gives.

Such are those of a proxy in front of a storage that is away. Otherwise its page about maintenance, with the status 200,
would be a file that was stored or read; and botocore would ask for the bucket's region after each redirect, also after
that of its own question, until the stack is full.
"""

import os
import re
from collections.abc import Mapping
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError
from botocore.parsers import ResponseParserFactory
from botocore.session import get_session

from config.settings import SettingsError

from .storage_description import descriptions

_SENT_WITH = {"GetObject": ("etag",), "HeadObject": ("etag", "content-length"), "PutObject": ("etag",),
              "UploadPart": ("etag",)}
"""By operation, the headers that every storage sends when it is done."""
_ANSWERED_WITH = {"CompleteMultipartUpload": b"ETag", "CopyObject": b"ETag", "CreateMultipartUpload": b"UploadId",
                  "ListMultipartUploads": b"Bucket", "ListObjectVersions": b"Version", "ListObjectsV2": b"Bucket",
                  "ListParts": b"UploadId"}
"""By operation, a word that every storage's answer has; an error may come in its place after a long wait."""
_LATE_ERROR = b"<Error>"
_WITHOUT_BODY = frozenset(("AbortMultipartUpload", "DeleteObject"))
_DONE = 200, 206
_LENGTH = re.compile("[0-9]{1,15}")  # larger than any file that a storage takes
_NEXT_REGION = "x-amz-bucket-region"


class NotOfStorage(BotoCoreError):
    """The answer is not one of a storage."""

    fmt = "The answer is not one of a storage."


class _Parsers(ResponseParserFactory):
    """Makes parsers that raise `NotOfStorage` for what they cannot read, such as a size that is no number."""

    def create_parser(self, protocol_name: str) -> Any:
        parser = super().create_parser(protocol_name)
        parse = parser.parse

        def guarded(*given: Any, **options: Any) -> Any:
            try:
                return parse(*given, **options)
            except Exception as error:  # each kind of nonsense raises another one
                raise NotOfStorage from error

        parser.parse = guarded
        return parser


def make_session(has_keys: bool) -> boto3.Session:
    """Return a session whose clients raise `NotOfStorage` for such answers.

    If Intake has keys of its own, files and profile of Amazon's own tools, which this account may have for other
    purposes, are not read: with a broken file or a profile that is not in it, Intake would not start.
    """
    session = get_session()
    if has_keys:
        store = session.get_component("config_store")
        for name, value in (("profile", None), ("config_file", os.devnull), ("credentials_file", os.devnull)):
            store.set_config_variable(name, value)
    session.register_component("data_loader", descriptions)
    session.register_component("response_parser_factory", _Parsers())
    session.register("before-parse.s3", _refuse_answer_of_others)
    return boto3.Session(botocore_session=session)


def make_client(session: boto3.Session, settings: Any, endpoint: str | None, timeout: int = 10) -> Any:
    """Return a client. The storage may be silent for `timeout` seconds: copying a large file takes a while.

    Without keys, boto3 finds those of the instance's or container's role, and renews them. Raises `SettingsError` if
    the settings of Amazon's own tools, which boto3 reads, are wrong.
    """
    style = settings.s3_addressing_style
    try:
        return session.client(
            "s3", endpoint_url=endpoint, region_name=settings.s3_region, aws_access_key_id=settings.s3_access_key_id,
            aws_secret_access_key=settings.s3_secret_access_key, verify=settings.s3_ca_file,
            config=Config(
                # Version 4 signs type and length; other storages than Amazon's reject the newer checksum trailers,
                # and most need the bucket in the path.
                signature_version="s3v4", request_checksum_calculation="when_required",
                response_checksum_validation="when_required", max_pool_connections=16,
                s3={"addressing_style": "path" if endpoint and style == "auto" else style},
                user_agent="Intake",  # else botocore describes this machine in each request
                connect_timeout=3, read_timeout=timeout, retries={"total_max_attempts": 2, "mode": "standard"}))
    except (BotoCoreError, ValueError) as error:
        raise SettingsError({"AWS_…": [
            f"These settings of Amazon's own tools, such as AWS_PROFILE, are wrong ({str(error).rstrip('.')}). Remove "
            "them, or set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY."]}) from None


def _refuse_answer_of_others(operation_model: Any, response_dict: dict[str, Any], **_: Any) -> None:
    headers, status = response_dict["headers"], response_dict["status_code"]
    is_elsewhere = status // 100 == 3 and _NEXT_REGION not in headers
    if is_elsewhere or (status < 300 and not _is_of_storage(operation_model.name, status, headers,
                                                            response_dict["body"])):
        raise NotOfStorage


def _is_of_storage(name: str, status: int, headers: Mapping[str, str], body: Any) -> bool:
    if not _LENGTH.fullmatch(headers.get("content-length", "0")):
        return False
    if name in _WITHOUT_BODY:
        return not body
    if name in _ANSWERED_WITH:
        return _ANSWERED_WITH[name] in body or _LATE_ERROR in body
    return status in _DONE and all(header in headers for header in _SENT_WITH.get(name, ()))

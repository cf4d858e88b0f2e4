"""The errors of the storage, which take the place of those of its protocol."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import BotoCoreError, ClientError

from intake.core.counters import occurrences
from intake.core.errors import ApiError
from intake.core.logging import reason_of

_log = logging.getLogger(__name__)


class StorageUnavailable(ApiError):
    status, code = 502, "storage_unavailable"
    message = "The file storage cannot be reached. Try again in a moment; nothing was changed."


class PartsGone(StorageUnavailable):
    """The storage no longer has the parts of a file: it dropped them, or they are one file already."""


class FileNotFoundInStorage(ApiError):
    status, code = 422, "file_not_found_in_storage"
    message = "The file has not arrived in storage. PUT it to the upload URL first."


@contextmanager
def map_storage_errors(missing_ok: bool = False) -> Iterator[None]:
    """Raise `StorageUnavailable` in place of the errors of a block; with `missing_ok` not for a missing file."""
    try:
        yield
    except ClientError as error:
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 500)
        code = error.response.get("Error", {}).get("Code")
        is_of_others = code == "404" and error.operation_name != "HeadObject"  # no word of a storage, as by a proxy
        if not (missing_ok and status == 404) or code == "NoSuchBucket" or is_of_others:
            occurrences.add(f"storage_errors:{status // 100}xx")
            _log.warning("storage failed", extra={"operation": error.operation_name, "status": status, "code": code})
            raise (PartsGone if code == "NoSuchUpload" else StorageUnavailable) from error
    except BotoCoreError as error:
        occurrences.add("storage_errors:unreachable")
        _log.warning("storage failed", extra={"error": type(error).__name__, "reason": reason_of(error)})
        raise StorageUnavailable from error

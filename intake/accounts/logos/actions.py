"""Upload, confirm and read a firm's logo."""

from contextlib import closing, suppress
from datetime import timedelta
from subprocess import DEVNULL
from tempfile import TemporaryFile
from typing import Any

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.confinement import refuse_for_machine, run_confined
from intake.core.content_types import HEAD_BYTES, detect_type
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import ApiError
from intake.core.tenancy import FirmScope
from intake.engine.tasks.actions import plan
from intake.gateways.storage import UPLOAD_URL_SECONDS, FileNotFoundInStorage, StorageUnavailable, storage

from .errors import InvalidLogo, LogoTooLarge
from .schemas import MAX_BYTES, TYPES

_DECODER = f"{__package__}.decode_picture"
_DECODING_SECONDS = 10


def issue_upload_url(scope: FirmScope, filename: str, content_type: str, file_size_bytes: int) -> dict[str, Any]:
    """Return a signed URL to which a picture of this type and length can be PUT for 15 minutes.

    The sender's file name is not used. Raises `StorageUnavailable`.
    """
    storage.check()
    return {"upload_url": storage.upload_url(_incoming(scope), content_type, file_size_bytes),
            "upload_url_expires_at": now() + timedelta(seconds=UPLOAD_URL_SECONDS),
            "headers": {"Content-Type": content_type}}


def confirm(scope: FirmScope) -> Firm:
    """Make the uploaded picture the firm's logo, queue the deletion of the previous one, and return the firm.

    The picture is first copied to where no signed URL can write, so that the checked picture is the one shown.
    Raises `FileNotFoundInStorage`, `LogoTooLarge`, `InvalidLogo`, `StorageUnavailable`.
    """
    firm, incoming = Firm.fetch(scope.firm_id), _incoming(scope)
    key = f"logos/{firm.slug}/{random_token(12)}"
    if storage.copy(incoming, key) is None:
        raise FileNotFoundInStorage
    try:
        _check(key)
    except ApiError:
        _delete(key)
        raise
    finally:
        _delete(incoming)
    with db.atomic():
        firm = Firm.fetch_locked(firm.id)
        if firm.logo_key:
            plan(firm.id, "remove_files", firm.logo_key)
        firm.change(logo_key=key)
        record_act("firm.logo_changed", firm)
    return firm


def remove(scope: FirmScope) -> Firm:
    """Take the firm's logo away, queue the deletion of its file, and return the firm. Without a logo nothing changes.
    """
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        if firm.logo_key:
            plan(firm.id, "remove_files", firm.logo_key)
            firm.change(logo_key=None)
            record_act("firm.logo_removed", firm)
    return firm


def replace(scope: FirmScope, picture: bytes, content_type: str) -> Firm:
    """Make this picture, which came through the application, the firm's logo. Raises what `confirm` raises."""
    storage.put(_incoming(scope), picture, content_type)
    return confirm(scope)


def read(firm: Firm) -> tuple[bytes, str | None]:
    """Return the firm's logo and its content type. Raises `StorageUnavailable`."""
    with closing(storage.open(firm.logo_key)) as stream:  # type: ignore[arg-type]
        picture = stream.read(MAX_BYTES)
    return picture, detect_type(picture[:HEAD_BYTES])


def _check(key: str) -> None:
    stored = storage.head(key)
    if stored is None:
        raise FileNotFoundInStorage
    if stored.size > MAX_BYTES:
        raise LogoTooLarge
    with closing(storage.open(key)) as stream:
        content = stream.read(MAX_BYTES)
    try:
        is_shown = detect_type(content[:HEAD_BYTES]) in TYPES and _can_be_decoded(content)
    except OSError as error:  # the disk or the memory of this machine is full
        raise StorageUnavailable from error
    if not is_shown:
        raise InvalidLogo


def _can_be_decoded(content: bytes) -> bool:
    """Return whether a confined program can show the picture. Raises `OSError` if the disk or the memory is full."""
    with TemporaryFile() as copy:
        copy.write(content)
        copy.seek(0)
        done = run_confined(_DECODER, stdin=copy, stdout=DEVNULL, seconds=_DECODING_SECONDS)
    refuse_for_machine(done)
    return done is not None and not done.returncode


def _incoming(scope: FirmScope) -> str:
    """Return the key for uploads, one per firm, so that a picture that was never confirmed is overwritten."""
    return f"incoming/{scope.firm_id}/logo"


def _delete(key: str) -> None:
    """Delete the object; that storage is unavailable must not change the outcome."""
    with suppress(StorageUnavailable):
        storage.delete(key)

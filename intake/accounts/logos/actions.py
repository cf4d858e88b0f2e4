"""Everything that can happen to a firm's logo (decisions.md 6)."""

from contextlib import closing, suppress
from datetime import timedelta

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.content_types import HEAD_BYTES, detect_type
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import ApiError
from intake.engine.tasks.actions import plan
from intake.gateways.storage import UPLOAD_URL_SECONDS, FileNotFoundInStorage, StorageUnavailable, storage

from .errors import InvalidLogo, LogoTooLarge
from .states import MAX_BYTES, TYPES


def issue(scope, filename, content_type, file_size_bytes):
    """A picture of this type and length may be PUT to `upload_url` for 15 minutes. Raises `StorageUnavailable`.

    What it is called on the sender's side is of no interest: it is shown under a name of ours.
    """
    storage.check()
    return {"upload_url": storage.upload_url(_incoming(scope), content_type, file_size_bytes, UPLOAD_URL_SECONDS),
            "upload_url_expires_at": now() + timedelta(seconds=UPLOAD_URL_SECONDS),
            "headers": {"Content-Type": content_type}}


def confirm(scope):
    """The picture that was PUT is the firm's logo, and the one before will be gone. Gives the firm.

    It is looked at where no signed URL can write: what was judged is what is shown.
    Raises `FileNotFoundInStorage`, `LogoTooLarge`, `InvalidLogo`, `StorageUnavailable`.
    """
    firm, incoming = Firm.fetch(scope.firm_id), _incoming(scope)
    key = f"logos/{firm.slug}/{random_token(12)}"
    if not storage.copy(incoming, key):
        raise FileNotFoundInStorage
    try:
        _judge(key)
    except ApiError:
        _clear_away(key)
        raise
    finally:
        _clear_away(incoming)
    return _hang_up(firm, key)


def read(firm):
    """The firm's logo and its type. Raises `StorageUnavailable`."""
    with closing(storage.open(firm.logo_key)) as stream:
        picture = stream.read(MAX_BYTES)
    return picture, detect_type(picture[:HEAD_BYTES])


def _judge(key):
    if storage.head(key).size > MAX_BYTES:
        raise LogoTooLarge
    with closing(storage.open(key)) as stream:
        if detect_type(stream.read(HEAD_BYTES)) not in TYPES:
            raise InvalidLogo


def _hang_up(firm, key):
    with db.atomic():
        firm = Firm.fetch_locked(firm.id)
        if firm.logo_key:
            plan(firm.id, "remove_files", firm.logo_key)
        firm.change(logo_key=key)
    return firm


def _incoming(scope):
    """Where the next logo arrives; a firm has one such place, so what was never confirmed is overwritten."""
    return f"incoming/{scope.firm_id}/logo"


def _clear_away(key):
    """Nobody needs the object any more. A storage that is away now must not change what came of it."""
    with suppress(StorageUnavailable):
        storage.delete(key)

"""Downloading, cancelling and removing generated files."""

from datetime import timedelta
from typing import Any

from intake.accounts.audit.recording import record_act, record_read
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import plan, plan_all
from intake.gateways.storage import storage

from .models import GeneratedFile
from .states import CANCELLED, URL_SECONDS

_AT_ONCE = 100


def download_url(file: GeneratedFile, name: str, content_type: str, **details: Any) -> dict[str, Any]:
    """Return the address of a ready file and until when it is valid; `details` are for the audit log."""
    url = storage.download_url(file.storage_key, name, content_type, URL_SECONDS)  # type: ignore[arg-type]
    record_read(f"{file.resource}.downloaded", file, **details)
    return {"url": url, "expires_at": now() + timedelta(seconds=URL_SECONDS)}


def cancel_or_remove(file: GeneratedFile) -> None:
    """Cancel a file that is being made; remove one that is not. Call inside a transaction that has locked the row."""
    if file.end(CANCELLED):
        record_act(f"{file.resource}.cancelled", file)
    else:
        file.delete_row()
        record_act(f"{file.resource}.deleted", file)
    plan(file.firm_id, file.removal_task, file.folder)


def purge_old(model: type[GeneratedFile]) -> None:
    """Remove the files of all firms that are not kept any longer."""
    while expired := model.expired(_AT_ONCE):
        with db.atomic():
            for each in expired:
                each.delete_row()
            plan_all([(each.firm_id, each.removal_task, [each.folder]) for each in expired])

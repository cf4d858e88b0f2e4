"""The jobs of exports; every job may run twice."""

from intake.core.db import db
from intake.engine.tasks.actions import plan_all
from intake.gateways.storage import storage

from . import making
from .models import Export

_AT_ONCE = 100


def make_export(firm_id, export_id):
    """Continue an export, unless it was cancelled or removed."""
    if export := Export.in_firm(firm_id, export_id):
        making.make(export)


def make_export_failed(firm_id, export_id):
    """Mark an export as failed. Called after the last attempt to continue it."""
    if export := Export.in_firm(firm_id, export_id):
        making.fail(export)


def remove_export_files(prefix):
    """Remove an export's objects from the storage."""
    storage.delete_with_unfinished(prefix)


def purge_old_exports():
    """Remove the exports that are not kept any longer, with their files."""
    while expired := Export.expired(_AT_ONCE):
        with db.atomic():
            for each in expired:
                each.delete_row()
            plan_all([(each.firm_id, "remove_export_files", [each.folder]) for each in expired])

"""The jobs of exports; every job may run twice."""

from intake.accounts.generated_files.actions import purge_old

from . import making
from .models import Export


def make_export(firm_id, export_id):
    """Continue an export, unless it was cancelled or removed."""
    if export := Export.in_firm(firm_id, export_id):
        making.make(export)


def make_export_failed(firm_id, export_id):
    """Mark an export as failed. Called after the last attempt to continue it."""
    if export := Export.in_firm(firm_id, export_id):
        making.fail(export)


def purge_old_exports():
    """Remove the exports that are not kept any longer, with their files."""
    purge_old(Export)

"""The jobs of reports; every job may run twice."""

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.actions import plan_all
from intake.gateways.storage import storage

from . import making, scheduling
from .models import Report

_AT_ONCE = 100


def make_report(firm_id, report_id):
    """Make a report, unless it was cancelled or removed."""
    if report := Report.in_firm(firm_id, report_id):
        making.make(report)


def make_report_failed(firm_id, report_id):
    """Mark a report as failed. Called after the last attempt to make it."""
    if report := Report.in_firm(firm_id, report_id):
        making.fail(report)


def remove_report_files(prefix):
    """Remove a report's files from the storage."""
    storage.delete_with_unfinished(prefix)


def make_scheduled_reports(moment=None):
    """Start the reports of due schedules."""
    scheduling.begin_due(moment or now())


def purge_old_reports():
    """Remove expired reports with their files."""
    while expired := Report.expired(_AT_ONCE):
        with db.atomic():
            for each in expired:
                each.delete_row()
            plan_all([(each.firm_id, "remove_report_files", [each.folder]) for each in expired])

"""The jobs of reports; every job may run twice."""

from intake.accounts.generated_files.actions import purge_old
from intake.core.clock import now

from . import making, scheduling
from .models import Report


def make_report(firm_id, report_id):
    """Make a report, unless it was cancelled or removed."""
    if report := Report.in_firm(firm_id, report_id):
        making.make(report)


def make_report_failed(firm_id, report_id):
    """Mark a report as failed. Called after the last attempt to make it."""
    if report := Report.in_firm(firm_id, report_id):
        making.fail(report)


def make_scheduled_reports(moment=None):
    """Start the reports of due schedules."""
    scheduling.begin_due(moment or now())


def purge_old_reports():
    """Remove expired reports with their files."""
    purge_old(Report)

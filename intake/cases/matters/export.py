"""Matters as CSV."""

from intake.accounts.audit.recording import record_act
from intake.core.clock import iso
from intake.core.csv_lines import csv_response
from intake.core.db import db

COLUMNS = ("id", "title", "client", "practice_area", "status", "assigned_attorney", "documents_count",
           "documents_complete", "client_active_at", "next_deadline", "created_at", "updated_at")


def export(caller, matters, order, name_of_assignee=lambda assigned: assigned):
    """Record the export, and return the response with the matters of the query, joined with their clients."""
    with db.atomic():
        record_act("matters.exported", caller.firm)
    return csv_response(COLUMNS, (_cells(matter, name_of_assignee) for matter in order.batches(matters)), "matters.csv")


def _cells(matter, name_of_assignee):
    moments = (matter.client_active_at, matter.created_at, matter.updated_at)
    active_at, created_at, updated_at = (moment and iso(moment) for moment in moments)
    return (matter.id, matter.title, matter.client and matter.client.full_name, matter.practice_area, matter.status,
            matter.assigned_attorney and name_of_assignee(matter.assigned_attorney), matter.documents_count,
            matter.documents_complete, active_at, matter.next_deadline, created_at, updated_at)

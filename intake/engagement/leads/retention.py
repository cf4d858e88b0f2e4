"""How long a lead that did not become a client is kept; the schedules are in the feature `records.retention`."""

from peewee import Table, Value, fn

from intake.cases.holds.models import LegalHold
from intake.cases.matters.retention import column_of
from intake.core.db import db

from .models import Lead
from .states import OPEN

RETENTION = Table("lead_retention").bind(db)
"""The view with the leads that are declined, lost or in quarantine and have a schedule: the schedule, when they were
closed, and `destroy_after`."""


def retention_column(leads):
    """Return a column `retention` of leads: {schedule, destroy_after, on_hold}, for `read_retention`."""
    return column_of(RETENTION, (RETENTION.c.firm_id == leads.firm_id) & (RETENTION.c.lead_id == leads.id),
                     LegalHold.covers_lead(leads))


def has_held_lead(own):
    """Return the condition that a legal hold covers a lead that meets `own`: the lead protects the record it became."""
    return fn.EXISTS(Lead.select(Value(1)).where(*own, fn.EXISTS(LegalHold.on_lead(Lead, Lead))))


def has_open_lead(clients):
    """Return the condition that an open lead has the client's e-mail address or telephone number."""
    return fn.EXISTS(Lead.select(Value(1)).where(
        Lead.firm_id == clients.firm_id, Lead.status.in_(OPEN), ~Lead.quarantined,
        (Lead.email_key == clients.email_key) | (Lead.phone == clients.phone)))

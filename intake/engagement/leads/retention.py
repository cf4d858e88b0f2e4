"""How long a lead that did not become a client is kept; the schedules are in the feature `records.retention`."""

from peewee import Table, Value, fn

from intake.cases.holds.models import LegalHold
from intake.cases.matters.retention import column_of
from intake.core.db import db

from .models import Lead
from .states import OPEN

RETENTION = Table("lead_retention").bind(db)
"""The view: of each lead that is declined, lost or in quarantine and has a schedule, that one, when it was closed, and
`destroy_after`."""


def retention_column(leads):
    """Return a column `retention` of leads: {schedule, destroy_after, on_hold}, for `read_retention`."""
    return column_of(RETENTION, (RETENTION.c.firm_id == leads.firm_id) & (RETENTION.c.lead_id == leads.id),
                     LegalHold.covers_lead(leads))


def has_held_lead(own):
    """Return the condition that a search of a hold finds a lead that fulfils `own`: what it became keeps it."""
    return fn.EXISTS(Lead.select(Value(1)).where(*own, fn.EXISTS(LegalHold.on_lead(Lead, Lead))))


def has_open_lead(clients):
    """Return the condition that somebody with a client's address or number asks for help at the moment."""
    return fn.EXISTS(Lead.select(Value(1)).where(
        Lead.firm_id == clients.firm_id, Lead.status.in_(OPEN), ~Lead.quarantined,
        (Lead.email_key == clients.email_key) | (Lead.phone == clients.phone)))

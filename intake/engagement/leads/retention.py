"""How long a lead that became nothing is kept, of which the feature `records.retention` has the schedules."""

from peewee import Table

from intake.cases.holds.models import LegalHold
from intake.cases.matters.retention import column_of
from intake.core.db import db

RETENTION = Table("lead_retention").bind(db)
"""The view: of each lead that is declined, lost or in quarantine and has a schedule, that one, when it was closed, and
`destroy_after`."""


def retention_column(leads):
    """Return a column `retention` of leads: {schedule, destroy_after, on_hold}, for `read_retention`."""
    return column_of(RETENTION, (RETENTION.c.firm_id == leads.firm_id) & (RETENTION.c.lead_id == leads.id),
                     LegalHold.covers_lead(leads))

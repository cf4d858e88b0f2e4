"""How long a matter is kept; the schedules are in the feature `records.retention`."""

from datetime import date

from peewee import SQL, Case, Table, fn

from intake.cases.holds.models import LegalHold
from intake.core.db import db

RETENTION = Table("matter_retention").bind(db)
"""The view: inactive matters with a schedule, each with its schedule, when it was closed, and `destroy_after`."""


def retention_column(matters):
    """Return a column `retention` of matters: {schedule, destroy_after, on_hold}, for `read_retention`."""
    return column_of(RETENTION, (RETENTION.c.firm_id == matters.firm_id) & (RETENTION.c.matter_id == matters.id),
                     LegalHold.covers_matter(matters.firm_id, matters.id))


def column_of(view, own, on_hold):
    """Return a column `retention` with the view's row that is the record's `own`, and whether it is on hold.

    Postgres has later dates than Python, and a client with a mistyped date of birth may come of age on one.
    """
    last_day = Case(None, [(view.c.destroy_after > date.max, date.max)], view.c.destroy_after)
    return fn.json_build_object(
        SQL("'schedule'"), view.select(view.c.schedule_id).where(own),
        SQL("'destroy_after'"), view.select(last_day).where(own),
        SQL("'on_hold'"), on_hold).alias("retention")


def read_retention(row):
    """Return the values of `retention_column`, with a date."""
    day = row["destroy_after"]
    return row | {"destroy_after": day and date.fromisoformat(day)}

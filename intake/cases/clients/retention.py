"""How long a client without a matter is kept; the schedules are in the feature `records.retention`."""

from peewee import Table

from intake.core.db import db

RETENTION = Table("client_retention").bind(db)
"""The view: clients without a matter, each with the schedule for them, when its row was last written, which the end of
its last matter does, too, and `destroy_after`."""

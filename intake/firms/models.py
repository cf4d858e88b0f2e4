"""Firms, and what every record of a firm has in common."""

import json
import re

from peewee import SQL, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import Record
from intake.core.errors import NotFound
from intake.core.ids import is_id

from .states import ALERTS, DEFAULT_CHANNELS, DEFAULT_SETTINGS

_PLAIN = re.compile(r"[A-Za-z0-9-]{1,64}")


class Firm(Record):
    """A law firm; the wall between two of them is the first promise of this service."""

    prefix = "firm"

    name = TextField()
    slug = TextField()
    email = TextField()
    phone = TextField(null=True)
    website = TextField(null=True)
    address = JSONField(null=True)
    plan = TextField(default="standard")
    timezone = TextField(default="America/New_York")
    logo_key = TextField(null=True)
    settings = JSONField(default=dict)
    notification_preferences = JSONField(default=dict)
    suspended_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "firms"

    @classmethod
    def fetch(cls, id):
        """The firm with this id. Raises `NotFound`."""
        firm = cls.get_or_none(cls.id == id)
        if firm is None:
            raise NotFound("firm", id)
        return firm

    @classmethod
    def fetch_locked(cls, id):
        """The firm, and until the transaction ends nobody else who asks this way gets it: for rules about all of it.

        Records of the firm can be made meanwhile, they do not wait.
        """
        return cls.select().where(cls.id == id).for_update("FOR NO KEY UPDATE").get()

    @classmethod
    def with_logo(cls, slug, file):
        """The firm of this slug, if its logo has this file name; else None."""
        if not (_PLAIN.fullmatch(slug) and _PLAIN.fullmatch(file)):  # which may be anything that an address can be
            return None
        return cls.select().where(cls.slug == slug, cls.logo_key == f"logos/{slug}/{file}").first()

    @property
    def logo_url(self):
        """Where anybody finds the firm's logo; None if it has none. A new logo has a new address."""
        return public_url(f"/{self.logo_key}") if self.logo_key else None

    @property
    def settings_in_force(self):
        """Every setting: the firm's own, and for the others the default."""
        return DEFAULT_SETTINGS | self.settings

    @property
    def preferences_in_force(self):
        """For every kind of alert whether it is sent by e-mail and by SMS."""
        return {alert: DEFAULT_CHANNELS | self.notification_preferences.get(alert, {}) for alert in ALERTS}

    def change(self, **values):
        """Update this firm."""
        values.setdefault("updated_at", now())
        Firm.update(**values).where(Firm.id == self.id).execute()
        for name, value in values.items():
            setattr(self, name, value)

    @property
    def firm_id(self):
        """A firm is within its own walls, so finders take a firm as well as a caller."""
        return self.id

    assignee = None
    """As of every record: the firm itself sees all that it has."""


class FirmRecord(Record):
    """A row that belongs to a firm. It is read through `of` and `fetch` and changed through `change`, never past them.

    `within` is anything with a `firm_id` and an `assignee`: a firm, a caller, another record of the firm. The assignee
    is None, or the names under which matters are assigned to somebody who sees nothing but those.
    """

    resource = ""
    """The singular that a not-found error names."""

    firm_id = TextField()

    assignee = None
    """Whoever has come as far as a record sees what hangs together with it."""

    @classmethod
    def of(cls, within, *columns):
        """A query for the firm's rows of this kind, as far as `within` sees them."""
        return cls.select(*columns).where(cls.seen_by(within))

    @classmethod
    def seen_by(cls, within):
        """The condition that holds of the rows of this kind which `within` sees."""
        own = cls.firm_id == within.firm_id
        return own if within.assignee is None else own & cls.seen_by_assignee(within)

    @classmethod
    def seen_by_assignee(cls, within):
        """The condition for somebody who sees only matters that are assigned to `within.assignee`.

        A kind of record that hangs below a matter says so here; of every other kind nothing is seen.
        """
        return SQL("false")

    @classmethod
    def fetch(cls, within, id, *more_columns):
        """The firm's row with this id. Raises `NotFound`, for another firm's id exactly as for an unknown one."""
        return cls.found(id, cls.of(within, cls, *more_columns))

    @classmethod
    def for_job(cls, id):
        """The row with this id, of whatever firm, None if there is none. For those who have no caller."""
        return cls.select().where(cls.id == id).first() if is_id(id) else None

    @classmethod
    def fetch_locked(cls, within, id):
        """`fetch`, and until the transaction ends nobody else changes the row."""
        return cls.found(id, cls.of(within).for_update())

    @classmethod
    def found(cls, id, query):
        """The query's row with this id. Raises `NotFound`."""
        row = query.where(cls.id == id).first() if is_id(id) else None
        if row is None:
            raise NotFound(cls.resource, id)
        return row

    def change(self, *conditions, **values):
        """Update this row if the conditions hold of what the database has now. Says whether they did."""
        model = type(self)
        if "updated_at" in model._meta.fields:
            values.setdefault("updated_at", now())
        changed = model.update(**values).where(
            model.firm_id == self.firm_id, model.id == self.id, *conditions).execute()
        if changed:
            for name, value in values.items():
                setattr(self, name, value)
        return bool(changed)

    def differing(self, values):
        """Those of the values that are not already this row's."""
        return {name: value for name, value in values.items() if not _same(getattr(self, name), value)}


def _same(one, other):
    """Whether two values are the same as JSON, where 1 is not true."""
    if isinstance(one, dict | list) and isinstance(other, dict | list):
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    return one == other

"""Firms."""

import re

from peewee import JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import Record
from intake.core.errors import NotFound

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

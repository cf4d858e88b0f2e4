"""Firms."""

import re
from datetime import date
from typing import Any, Self

from peewee import Case, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.addresses import public_url
from intake.core.clock import iso, now
from intake.core.db import Record
from intake.core.errors import NotFound
from intake.core.local_time import replaced_zones, today_in
from intake.core.statements import CompiledQuery, Parameter

from .states import ALERTS, DEFAULT_CHANNELS, DEFAULT_SETTINGS

_PLAIN = re.compile(r"[A-Za-z0-9-]{1,64}")


class Firm(Record):
    """A law firm, the tenant to which every other record belongs."""

    prefix = "firm"
    resource = "firm"

    OF_CALLERS = ("plan", "suspended_at", "read_only_from", "closed_from", "leaving_since", "timezone")
    """The columns that the access check of every request reads, and the firm's time zone."""

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
    alerts_off = JSONField(default=list)
    """The types of alerts that are not sent to the firm's own address any more."""
    suspended_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()
    read_only_from = DateTimeTZField(null=True)
    closed_from = DateTimeTZField(null=True)
    leaving_since = DateTimeTZField(null=True)

    @classmethod
    def fetch(cls, id: str) -> Self:
        """Return the firm with this id. Raises `NotFound`."""
        firm: Self | None = _FIRM_WITH_ID.record(cls, id=id)
        if firm is None:
            raise NotFound("firm", id)
        return firm

    @classmethod
    def fetch_locked(cls, id: str) -> Self:
        """Return the firm, locked until the transaction ends against other calls of this method.

        For rules that span several of its records. Inserting records of the firm does not wait for the lock.
        """
        locked = cls.select().where(cls.id == id).for_update("FOR NO KEY UPDATE")  # type: ignore[arg-type]
        return locked.get()

    @classmethod
    def working_ids(cls) -> list[str]:
        """Return the ids of all firms that are not suspended or being closed."""
        return list(cls.select(cls.id).where(cls.is_at_work()).order_by(cls.id).scalars())

    @classmethod
    def rename_replaced_zones(cls) -> None:
        """Replace the outdated names of firms' time zones, which Postgres may not know, with the current ones."""
        names = replaced_zones()
        cls.update(timezone=Case(cls.timezone, tuple(names.items()))).where(cls.timezone.in_(list(names))).execute()

    @classmethod
    def with_logo(cls, slug: str, file: str) -> Self | None:
        """Return the firm with this slug if its logo has this file name, else None."""
        if not (_PLAIN.fullmatch(slug) and _PLAIN.fullmatch(file)):  # both come from the URL
            return None
        return cls.select().where(cls.slug == slug, cls.logo_key == f"logos/{slug}/{file}").first()

    @classmethod
    def by_slug(cls, slug: str) -> Self | None:
        """Return the firm with this slug, None if there is none that is at work."""
        if not _PLAIN.fullmatch(slug):  # it comes from the URL
            return None
        firm = cls.get_or_none(cls.slug == slug, cls.is_at_work())
        return None if firm is None or firm.is_closed else firm

    @property
    def is_read_only(self) -> bool:
        """Whether the firm can change nothing, because it does not pay."""
        return self.read_only_from is not None and self.read_only_from <= now()

    @property
    def is_closed(self) -> bool:
        """Whether the firm can read nothing either, long after its subscription ended."""
        return self.closed_from is not None and self.closed_from <= now()

    @property
    def is_stopped(self) -> bool:
        """Whether nothing is done for the firm by itself: it is suspended, or being closed."""
        return self.suspended_at is not None or self.leaving_since is not None

    @classmethod
    def is_at_work(cls) -> Any:
        """Return the condition that the firm is not stopped."""
        return cls.suspended_at.is_null() & cls.leaving_since.is_null()

    @property
    def today(self) -> date:
        """The day that it is in the firm's time zone."""
        return today_in(self.timezone)

    @property
    def names(self) -> tuple[str, ...]:
        """Public names of the firm, from which no password may be made."""
        return self.name, self.email

    @property
    def logo_url(self) -> str | None:
        """The public URL of the firm's logo, None without one. A new logo has a new URL."""
        return public_url(f"/{self.logo_key}") if self.logo_key else None

    @property
    def settings_in_force(self) -> dict[str, Any]:
        """Every setting, with the default where the firm chose nothing."""
        settings = DEFAULT_SETTINGS | self.settings
        until = settings["two_people_erase_clients_until"]
        if until and until <= iso(now()):
            settings |= {"two_people_erase_clients": False, "two_people_erase_clients_until": None}
        return settings

    @property
    def preferences_in_force(self) -> dict[str, dict[str, bool]]:
        """Whether each alert is sent by e-mail and by SMS, `{alert: {channel: wanted}}`."""
        return {alert: DEFAULT_CHANNELS | self.notification_preferences.get(alert, {}) for alert in ALERTS}

    def change(self, **values: Any) -> None:
        """Update the given columns and `updated_at`."""
        values.setdefault("updated_at", now())
        Firm.update(**values).where(Firm.id == self.id).execute()
        for name, value in values.items():
            setattr(self, name, value)

    @property
    def firm_id(self) -> str:
        """The firm's own id, so that a firm is a `FirmScope`."""
        return self.id

    assignee = None
    """Part of `FirmScope`: the firm itself sees all its records."""


_FIRM_WITH_ID = CompiledQuery(Firm.select().where(Firm.id == Parameter("id")), prepared=True)  # type: ignore[arg-type]

"""Codes that were asked for, and the browsers in which one was entered."""

import hmac

from peewee import CompositeKey, IntegerField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.crypto import authentication_code
from intake.core.db import Model
from intake.core.forms import PRESSED_TWICE
from intake.core.tenancy import FirmRecord
from intake.portal.links.models import IntakeLink

from .states import DIGITS, LIFETIME, TRIES


class PortalCode(FirmRecord):
    """A code for a link. Its digits are not stored but computed from the id with the installation's key."""

    prefix = "code"
    resource = "portal_code"

    link_id = TextField()
    channel = TextField()
    tries = IntegerField(default=0)
    used_at = DateTimeTZField(null=True)
    used_by = TextField(null=True)
    """A digest of the browser."""

    @property
    def digits(self):
        """The digits that the client gets. They must not be logged or stored."""
        return f"{int.from_bytes(authentication_code(f'portal code:{self.id}')) % 10 ** DIGITS:0{DIGITS}}"

    def is_right(self, given):
        """Whether these are the digits."""
        return hmac.compare_digest(self.digits.encode(), given.encode())

    @classmethod
    def is_valid(cls):
        """Return the condition for codes that can still be entered."""
        return cls.used_at.is_null() & (cls.created_at > now() - LIFETIME)

    @classmethod
    def newest(cls, link):
        """Return a query for the link's newest code, which passes over those of a clock that was far ahead."""
        return cls.of(link).where(cls.link_id == link.id, cls.created_at < now() + LIFETIME).order_by(
            cls.created_at.desc(), cls.id.desc()).limit(1)

    @classmethod
    def is_on_its_way(cls, link, channel):
        """Whether the link's newest code was requested just now, by this channel, and has not been tried."""
        newest = cls.newest(link).first()
        return bool(newest and newest.channel == channel and not newest.tries
                    and newest.created_at > now() - PRESSED_TWICE)

    @classmethod
    def try_newest(cls, link):
        """Count a try of the link's newest code and return it; None if it can no longer be tried.

        Of concurrent tries no more than `TRIES` succeed, because one statement counts and checks.
        """
        newest = cls.newest(link).select(cls.id)
        tried = cls.update(tries=cls.tries + 1).where(
            cls.firm_id == link.firm_id, cls.id == newest, cls.tries < TRIES, cls.is_valid()).returning(cls)
        return next(iter(tried.execute()), None)

    @classmethod
    def newest_used_by(cls, link, browser):
        """Return the link's newest code if it was entered just now in this browser, else None."""
        newest = cls.newest(link).first()
        is_used = newest and newest.used_by == browser and newest.used_at and newest.used_at > now() - PRESSED_TWICE
        return newest if is_used else None


class PortalDevice(Model):
    """A browser in which a code for the link was entered."""

    firm_id = TextField()
    link_id = TextField()
    token_digest = TextField()
    created_at = DateTimeTZField(default=now)

    class Meta:
        primary_key = CompositeKey("firm_id", "link_id", "token_digest")

    @classmethod
    def knows(cls, link, token_digest, lifetime):
        """Whether the link's client entered a code in this browser within the lifetime, for a link that is still open.
        """
        return (cls.select().join(IntakeLink, on=IntakeLink.referenced_by(cls.link_id))
                .where(cls.firm_id == link.firm_id, cls.token_digest == token_digest, cls.created_at > now() - lifetime,
                       IntakeLink.client_id == link.client_id, IntakeLink.revoked_at.is_null(),
                       IntakeLink.expires_at > now()).exists())

    @classmethod
    def add(cls, link, former_digest, token_digest):
        """Add the browser for this link, and transfer the rights of its former token to the new one."""
        if former_digest:
            cls.delete().where(cls.firm_id == link.firm_id, cls.link_id == link.id,
                               cls.token_digest == former_digest).execute()
            cls.update(token_digest=token_digest).where(cls.token_digest == former_digest).execute()
        cls.insert(firm_id=link.firm_id, link_id=link.id, token_digest=token_digest, created_at=now()).execute()

"""Addresses of calendars: a person has one at most."""

import re
from typing import Self

from peewee import BooleanField, ModelSelect, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.crypto import digest
from intake.core.tenancy import FirmRecord

from .states import TOKEN_LENGTH

_TOKEN = re.compile(rf"[A-Za-z0-9]{{{TOKEN_LENGTH}}}")


class CalendarFeed(FirmRecord):
    """The secret address of a person's calendar; only a digest of it is stored."""

    prefix = "cal"
    resource = "calendar_feed"

    user_id = TextField()
    token_digest = TextField()
    only_assigned = BooleanField()
    created_at = DateTimeTZField()
    user: User
    firm: Firm

    @classmethod
    def by_token(cls, token: str) -> Self | None:
        """Return the feed of any firm with this token, with its `user` and `firm`.

        None if there is none, or if the person or the firm is suspended.
        """
        if not _TOKEN.fullmatch(token):
            return None
        feed = (cls.select(cls, User, Firm)
                .join(User, on=User.referenced_by(cls.user_id), attr="user")
                .join_from(cls, Firm, on=(Firm.id == cls.firm_id), attr="firm")
                .where(cls.token_digest == digest(token)).first())
        return feed if feed and feed.user.may_sign_in and not feed.firm.suspended_at else None

    @classmethod
    def of_user(cls, user: User) -> ModelSelect:
        """Return a query for the person's feed."""
        return cls.of(user).where(cls.user_id == user.id)

    def insert_or_replace(self) -> None:
        """Insert this feed in place of an earlier one of the person."""
        CalendarFeed.insert(**self.__data__).on_conflict(
            conflict_target=[CalendarFeed.firm_id, CalendarFeed.user_id],
            preserve=[CalendarFeed.id, CalendarFeed.token_digest, CalendarFeed.only_assigned, CalendarFeed.created_at]
        ).execute()

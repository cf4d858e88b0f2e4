"""What goes on in a person's name without a session: the access of applications, and their calendar's address."""

from peewee import Table

from intake.accounts.oauth.tokens import Grant
from intake.accounts.users.models import User
from intake.core.db import db

_FEEDS = Table("calendar_feeds").bind(db)


def end_lasting_access(user: User) -> None:
    """End all of it: where the person, or an admin for them, ends what somebody else may have in hand."""
    Grant.revoke_all(user)
    _FEEDS.delete().where(_FEEDS.c.firm_id == user.firm_id, _FEEDS.c.user_id == user.id).execute()

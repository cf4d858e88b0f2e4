"""Actions on addresses of calendars."""

from intake.accounts.audit.recording import record_act
from intake.accounts.users.models import User
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db

from .models import CalendarFeed
from .states import TOKEN_LENGTH


def make_feed(user: User, only_assigned: bool) -> str:
    """Make the person's calendar address and return it; it cannot be shown again. An earlier one stops working."""
    token = random_token(TOKEN_LENGTH)
    with db.atomic():
        feed = CalendarFeed(firm_id=user.firm_id, user_id=user.id, token_digest=digest(token),
                            only_assigned=only_assigned, created_at=now())
        feed.insert_or_replace()
        record_act("calendar_feed.created", feed, user_id=user.id)
    return public_url(f"/calendars/{token}.ics")


def revoke_feed(user: User) -> None:
    """Delete the person's calendar address, if there is one."""
    with db.atomic():
        feed = CalendarFeed.of_user(user).first()
        if feed and feed.delete_row():
            record_act("calendar_feed.revoked", feed, user_id=user.id)

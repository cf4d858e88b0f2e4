"""Access in a person's name that needs no session: applications, and the calendar's address."""

from intake.accounts.calendar_addresses.actions import revoke_feed
from intake.accounts.oauth.tokens import Grant
from intake.accounts.users.models import User


def end_lasting_access(user: User) -> None:
    """End all of it: where the person, or an admin for them, ends what somebody else may have in hand."""
    Grant.revoke_all(user)
    revoke_feed(user)

"""Browsers in which a user signed in before, whose attempts are counted apart from others' (docs/decisions/0010)."""

from werkzeug.wrappers import Response

from intake.accounts.users.models import User
from intake.core.crypto import random_token

from .cookies import KNOWN_DEVICE_COOKIE
from .states import TOKEN_LENGTH


def remember_device(response: Response, user: User, with_code: bool = False) -> None:
    """Mark the browser as one in which the user proved the password, or also the second factor."""
    KNOWN_DEVICE_COOKIE.save(response, [user.id, random_token(TOKEN_LENGTH), with_code])


def known_device(user: User, with_code: bool = False) -> str | None:
    """Return the token of this browser if the user proved the password in it, or also the second factor; else None.

    Without the second factor somebody who only has the password could have had any number of browsers remembered.
    """
    user_id, token, *proved_code = KNOWN_DEVICE_COOKIE.load() or (None, None)
    if user_id != user.id or (with_code and not any(proved_code)):
        return None
    return token

"""What the worker does about codes and tokens."""

from datetime import timedelta

from intake.core.clock import now

from .models import Grant, RefreshToken
from .states import EXPIRED_KEPT_FOR
from .tokens import AccessToken


def forget_expired_tokens():
    """What expired is gone: codes that nobody used, refresh tokens, and in the end the grants that have none left.

    Access tokens stay a while, so that an application is told that its token has expired, as long as its grant does.
    """
    moment = now()
    settled = Grant.code_expires_at < moment - timedelta(hours=1)  # whoever redeemed its code has long committed
    _forget(AccessToken, AccessToken.expires_at < moment - EXPIRED_KEPT_FOR)
    _forget(RefreshToken, RefreshToken.expires_at < moment)
    Grant.delete().where(settled, Grant.has_no_tokens()).execute()


def _forget(model, condition):
    """The tokens for which the condition holds are gone, but for those that somebody else ends at this moment."""
    old = model.select(model.digest).where(condition).for_update("FOR UPDATE SKIP LOCKED")
    model.delete().where(model.digest.in_(old)).execute()

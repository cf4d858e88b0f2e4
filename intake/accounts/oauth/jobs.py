"""Purge expired codes and tokens."""

from datetime import timedelta

from intake.core.clock import now
from intake.core.purging import purge

from .states import EXPIRED_TOKEN_RETENTION
from .tokens import AccessToken, Grant, RefreshToken


def purge_expired_tokens() -> None:
    """Delete codes that expired unused, expired tokens, and grants that have no refresh token left.

    Access tokens are kept for a while, so that an application learns that its token has expired.
    """
    moment = now()
    settled = Grant.code_expires_at < moment - timedelta(hours=1)  # no exchange of the code is still running
    purge(AccessToken, AccessToken.expires_at, moment - EXPIRED_TOKEN_RETENTION)
    purge(RefreshToken, RefreshToken.expires_at, moment)
    Grant.delete().where(settled, Grant.has_no_tokens()).execute()

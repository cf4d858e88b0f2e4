"""Lifetimes in OAuth 2.0 (docs/behaviour.md, "OAuth 2.0")."""

from datetime import timedelta

CODE_LIFETIME = timedelta(minutes=10)

ACCESS_TOKEN_LIFETIME = timedelta(hours=1)

REFRESH_TOKEN_LIFETIME = timedelta(days=60)
"""From its issue; each refresh issues another one."""

GRANT_LIFETIME = timedelta(days=365)
"""The user has to authorize the application again after a year, however often its tokens are refreshed."""

REUSE_GRACE_PERIOD = timedelta(seconds=60)
"""How long a used refresh token still works, because the answer may have been lost."""

EXPIRED_TOKEN_RETENTION = timedelta(days=60)
"""How long an expired access token is answered as expired rather than unknown."""

SECRET_OVERLAP = timedelta(hours=24)
"""How long the previous secret of an application works after a rotation."""

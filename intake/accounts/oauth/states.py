"""How long things last in OAuth 2.0 (interface, "OAuth 2.0"; decisions.md 2)."""

from datetime import timedelta

CODE_LIVES = timedelta(minutes=10)

ACCESS_TOKEN_LIVES = timedelta(hours=1)

REFRESH_TOKEN_LIVES = timedelta(days=60)
"""From when it was given; each refresh gives another one."""

GRANT_LIVES = timedelta(days=365)
"""However often its tokens are refreshed, after a year somebody has to go through the authorization again."""

ANSWER_MAY_BE_LOST_FOR = timedelta(seconds=60)
"""So long a refresh token still works after its use."""

EXPIRED_KEPT_FOR = timedelta(days=60)
"""So long an access token that expired is told from one that never was."""

SECRETS_OVERLAP = timedelta(hours=24)
"""So long the secret before the newest one still works."""

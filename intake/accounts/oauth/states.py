"""Whether an application needs PKCE, and lifetimes in OAuth 2.0 (docs/oauth.md)."""

from datetime import timedelta

REQUIRED, OPTIONAL = PKCE = ("required", "optional")

CODE_LIFETIME = timedelta(minutes=10)
ACCESS_TOKEN_LIFETIME = timedelta(hours=1)
REFRESH_TOKEN_LIFETIME = timedelta(days=60)  # from its issue; each refresh issues another one
GRANT_LIFETIME = timedelta(days=365)  # then the user authorizes the application again, even if tokens were refreshed
REUSE_GRACE_PERIOD = timedelta(seconds=60)  # a used refresh token still works: the answer may have been lost
EXPIRED_TOKEN_RETENTION = timedelta(days=60)  # an expired access token is answered as expired rather than unknown
SECRET_OVERLAP = timedelta(hours=24)  # the previous secret of an application works after a rotation

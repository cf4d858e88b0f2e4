"""The OpenAPI security schemes."""

from intake.accounts.oauth.metadata import server_metadata
from intake.accounts.permissions.scopes import SCOPES

SCHEMES = ("ApiKey", "OAuth2")
"""Every operation that requires authentication accepts either."""


def schemes():
    """Return the security schemes of this installation."""
    server = server_metadata()
    flow = {"authorizationUrl": server["authorization_endpoint"], "tokenUrl": server["token_endpoint"],
            "refreshUrl": server["token_endpoint"], "scopes": dict(SCOPES)}
    return dict(zip(SCHEMES, (
        {"type": "apiKey", "in": "header", "name": "X-Api-Key", "description": "A key of your firm."},
        {"type": "oauth2", "description": "An application acts for one of the firm's people, with their consent.",
         "flows": {"authorizationCode": flow}}), strict=True))

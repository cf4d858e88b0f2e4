"""The metadata document of this authorization server (RFC 8414)."""

from typing import Any

from intake.accounts.permissions.scopes import SCOPES
from intake.core.addresses import public_url
from intake.core.languages import LANGUAGES

from .authorization_requests import RESPONSE_MODES, issuer

GRANT_TYPES = ("authorization_code", "refresh_token")
_AUTHENTICATION = ["client_secret_basic", "client_secret_post", "none"]


def server_metadata() -> dict[str, Any]:
    """Return the document, with the URLs of this installation."""
    return {
        "issuer": issuer(),
        "authorization_endpoint": public_url("/oauth/authorize"),
        "token_endpoint": public_url("/oauth/token"),
        "revocation_endpoint": public_url("/oauth/revoke"),
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": list(RESPONSE_MODES),
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": _AUTHENTICATION,
        "revocation_endpoint_auth_methods_supported": _AUTHENTICATION,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "ui_locales_supported": list(LANGUAGES),
        "service_documentation": public_url("/docs"),
    }

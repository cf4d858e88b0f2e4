"""GET /.well-known/oauth-authorization-server (RFC 8414)."""

import pytest
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from intake.accounts.permissions.scopes import SCOPES


@pytest.fixture
def metadata(app, settings):
    answer = app.test_client().get("/.well-known/oauth-authorization-server")
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    return answer.json


def test_metadata_is_complete(metadata, settings):
    assert metadata == {
        "issuer": settings.app_url,
        "authorization_endpoint": f"{settings.app_url}/oauth/authorize",
        "token_endpoint": f"{settings.app_url}/oauth/token",
        "revocation_endpoint": f"{settings.app_url}/oauth/revoke",
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "revocation_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "ui_locales_supported": ["en", "es"],
        "service_documentation": f"{settings.app_url}/docs",
    }


def test_metadata_names_existing_routes(app, metadata, settings):
    """ASVS V10.4.7: there is no public registration endpoint."""
    paths = {rule.rule for rule in app.url_map.iter_rules()}
    for name in ("authorization_endpoint", "token_endpoint", "revocation_endpoint", "service_documentation"):
        assert metadata[name].removeprefix(settings.app_url) in paths
    assert "registration_endpoint" not in metadata


def test_library_accepts_the_metadata_except_for_plain_http(metadata):
    secure = {name: value.replace("http://", "https://") if isinstance(value, str) else value
              for name, value in metadata.items()}
    assert AuthorizationServerMetadata(secure).validate() is None

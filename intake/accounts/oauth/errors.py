"""Errors of the authorization and token endpoints (RFC 6749)."""

from intake.core.errors import ApiError


class OauthError(Exception):
    """An error of the token endpoint (RFC 6749, section 5.2); subclasses have the codes."""

    status = 400
    code = "invalid_request"

    def __init__(self, description: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(description)
        self.description, self.headers = description, headers or {}


class InvalidOauthRequest(OauthError):
    """Something is missing, malformed or repeated."""


class InvalidClient(OauthError):
    """The application is not authenticated."""

    status, code = 401, "invalid_client"

    def __init__(self, description: str) -> None:
        super().__init__(description, {"WWW-Authenticate": 'Basic realm="Intake"'})


class InvalidGrant(OauthError):
    """The code or refresh token is not valid, or not for this application."""

    code = "invalid_grant"


class UnauthorizedClient(OauthError):
    code = "unauthorized_client"


class UnsupportedGrantType(OauthError):
    code = "unsupported_grant_type"


class InvalidScope(OauthError):
    code = "invalid_scope"


class UnsupportedResponseType(OauthError):
    """Only at the authorization endpoint (RFC 6749, section 4.1.2.1)."""

    code = "unsupported_response_type"


class AccessDenied(OauthError):
    """Only at the authorization endpoint: the user refused."""

    code = "access_denied"


class UntrustedRequest(Exception):
    """An authorization request whose client or redirect_uri is not registered, so that no redirect may follow."""


class PublicClient(ApiError):
    status, code = 422, "public_client"
    message = "A public client has no secret."

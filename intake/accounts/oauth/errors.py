"""What goes wrong between an application and us, in the words of RFC 6749."""

from intake.core.errors import ApiError


class OauthError(Exception):
    """An error of the token endpoint (RFC 6749, section 5.2); the subclasses bear its code."""

    status = 400
    code = "invalid_request"

    def __init__(self, description, headers=None):
        super().__init__(description)
        self.description, self.headers = description, headers or {}


class InvalidRequest(OauthError):
    """Something is missing, malformed or there twice."""


class InvalidClient(OauthError):
    """The application has not proved who it is."""

    status, code = 401, "invalid_client"

    def __init__(self, description):
        super().__init__(description, {"WWW-Authenticate": 'Basic realm="Intake"'})


class InvalidGrant(OauthError):
    """The code or the refresh token is good for nothing, or not for this application."""

    code = "invalid_grant"


class UnauthorizedClient(OauthError):
    code = "unauthorized_client"


class UnsupportedGrantType(OauthError):
    code = "unsupported_grant_type"


class InvalidScope(OauthError):
    code = "invalid_scope"


class UnsupportedResponseType(OauthError):
    """Of the authorization endpoint only (RFC 6749, section 4.1.2.1)."""

    code = "unsupported_response_type"


class AccessDenied(OauthError):
    """Of the authorization endpoint only: the person said no."""

    code = "access_denied"


class Untrusted(Exception):
    """An authorization request that nobody may be sent back from: its client or its redirect_uri is not known."""


class PublicClient(ApiError):
    status, code = 422, "public_client"
    message = "A public client has no secret."

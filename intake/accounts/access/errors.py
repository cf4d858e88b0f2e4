"""Why a caller is turned away (interface, "Authentication errors"; decisions.md 2)."""

from intake.core.errors import ApiError


class Unauthenticated(ApiError):
    """No caller could be made out; the subclasses say why."""

    status = 401

    def __init__(self):
        super().__init__(headers={"WWW-Authenticate": 'Bearer realm="Intake", ApiKey realm="Intake"'})


class MissingApiKey(Unauthenticated):
    code = "missing_api_key"
    message = "Send your API key in the header X-Api-Key."


class InvalidApiKey(Unauthenticated):
    code = "invalid_api_key"
    message = "This API key is malformed or does not exist."


class RevokedApiKey(Unauthenticated):
    code = "revoked_api_key"
    message = "This API key was revoked."


class Unauthorized(Unauthenticated):
    code = "unauthorized"
    message = "This access token is not valid."

    def __init__(self, message=None):
        ApiError.__init__(self, message, headers=_challenge("invalid_token", message or self.message))


class ExpiredToken(Unauthorized):
    code = "expired_token"
    message = "This access token has expired; get another one with your refresh token."


class InsufficientScope(ApiError):
    status, code = 403, "insufficient_scope"
    message = "This key or access token lacks the scope for the action."

    def __init__(self, required_scope):
        super().__init__(headers=_challenge("insufficient_scope", self.message, scope=required_scope),
                         required_scope=required_scope)


class FirmSuspended(ApiError):
    status, code = 403, "firm_suspended"
    message = "The firm's account is suspended."

    def __init__(self):
        super().__init__(headers=_challenge("invalid_token", self.message))


def _challenge(error, description, **more):
    """What somebody with an access token is told in their own terms (RFC 6750, section 3)."""
    told = {"realm": "Intake", "error": error, "error_description": description, **more}
    return {"WWW-Authenticate": "Bearer " + ", ".join(f'{name}="{value}"' for name, value in told.items())}


class IdempotencyKeyReused(ApiError):
    status, code = 422, "idempotency_key_reused"
    message = "This Idempotency-Key was used for another request."


class IdempotencyKeyInUse(ApiError):
    status, code = 409, "idempotency_key_in_use"
    message = "The first request with this Idempotency-Key is still running."

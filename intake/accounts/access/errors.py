"""Errors of authentication and authorization (docs/behaviour.md, "Authentication")."""

from intake.core.errors import ApiError


class Unauthenticated(ApiError):
    """No caller could be identified; subclasses name the reason."""

    status = 401

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": 'Bearer realm="Intake", ApiKey realm="Intake"'})


class MissingApiKey(Unauthenticated):
    code = "missing_api_key"
    message = "Send your API key in the header X-Api-Key."


class InvalidApiKey(Unauthenticated):
    code = "invalid_api_key"
    message = "This API key is malformed or does not exist."


class MalformedKey(InvalidApiKey):
    message = "This is no API key. One begins with ik_ and is sent whole, without quotes, and without a word before it."


class SandboxKey(InvalidApiKey):
    message = "This is the key of a sandbox; the keys of this installation begin with ik_live_."


class LiveKey(InvalidApiKey):
    message = "This is the key of a live installation; the keys of this sandbox begin with ik_test_."


class RevokedApiKey(Unauthenticated):
    code = "revoked_api_key"
    message = "This API key was revoked."


class ExpiredApiKey(Unauthenticated):
    code = "expired_token"
    message = "This API key has expired."


class InvalidAccessToken(Unauthenticated):
    code = "unauthorized"
    message = "This access token is not valid."

    def __init__(self, message: str | None = None) -> None:
        ApiError.__init__(self, message, headers=_challenge("invalid_token", message or self.message))


class ExpiredAccessToken(InvalidAccessToken):
    code = "expired_token"
    message = "This access token has expired; get another one with your refresh token."


class InsufficientScope(ApiError):
    status, code = 403, "insufficient_scope"
    message = "This key or access token lacks the scope for the action."

    def __init__(self, required_scope: str) -> None:
        super().__init__(headers=_challenge("insufficient_scope", self.message, scope=required_scope),
                         required_scope=required_scope)


class FirmSuspended(ApiError):
    status, code = 403, "firm_suspended"
    message = "The firm's account is suspended."

    def __init__(self) -> None:
        super().__init__(headers=_challenge("invalid_token", self.message))


class PaymentRequired(ApiError):
    """`details.reason` is `past_due` or `cancelled`, `details.since` when the firm became read-only."""

    status, code = 402, "payment_required"
    message = "The firm can read but not change anything until its subscription is paid."


class FirmLeaving(ApiError):
    """`details.since` is when the firm was closed. Until it is erased its closing can be cancelled."""

    status, code = 423, "firm_leaving"
    message = "The firm is being closed: everything can be read and exported, but nothing can be changed."


def _challenge(error: str, description: str, **more: str) -> dict[str, str]:
    """Return the header `WWW-Authenticate` for bearers of access tokens (RFC 6750, section 3)."""
    parameters = {"realm": "Intake", "error": error, "error_description": description, **more}
    return {"WWW-Authenticate": "Bearer " + ", ".join(f'{name}="{value}"' for name, value in parameters.items())}


class IdempotencyKeyReused(ApiError):
    status, code = 422, "idempotency_key_reused"
    message = "This Idempotency-Key was used for another request. Every request needs a new one."


class IdempotencyKeyInUse(ApiError):
    status, code = 409, "idempotency_key_in_use"
    message = "The first request with this Idempotency-Key is still running. Send it again in a moment."


class IdempotencyAnswerNotKept(ApiError):
    """`details` has the `status` of the first answer and the `id` of its record."""

    status, code = 409, "idempotency_answer_not_kept"
    message = "The first request with this Idempotency-Key was carried out. Its answer was too large to be kept."

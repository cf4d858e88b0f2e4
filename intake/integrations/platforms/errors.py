"""Errors of the integration endpoints (docs/integrations.md)."""

from intake.core.errors import ApiError, NotFound, RateLimitExceeded


class NotConfigured(ApiError):
    status, code = 503, "not_configured"
    message = "This installation is not registered at the platform; its operator has to set the credentials."


class ConnectRefused(ApiError):
    """A program did not connect the firm. `reason` is that of `ConnectFailed`."""

    status, code = 400, "connect_failed"
    message = "The firm was not connected. Begin again with GET connect."

    def __init__(self, status, reason):
        super().__init__(reason=reason)
        self.status = status


class NotConnected(ApiError):
    status, code = 404, "integration_not_found"
    message = "The firm is not connected to this platform. An admin has to connect it first."

    def __init__(self, segment):
        super().__init__(id=segment, resource="integration")


class UnknownMatter(NotFound):
    """Only for the OpenAPI document: `Matter.fetch` raises it as `NotFound`."""

    code = "matter_not_found"
    message = "No such matter."


class PlatformUnauthorized(ApiError):
    status, code = 401, "platform_unauthorized"
    message = "The platform does not accept the connection any more. An admin of the firm has to connect again."


class PlatformForbidden(ApiError):
    status, code = 403, "platform_forbidden"
    message = "The person who connected may not do this on the platform."


class PlatformNotFound(ApiError):
    status, code = 404, "platform_not_found"
    message = "The linked record has been deleted on the platform. Sync again to create a new one."


class PlatformRejected(ApiError):
    status, code = 422, "platform_rejected"
    message = "The platform refused the data; the sync log says why."


class PlatformRateLimited(RateLimitExceeded):
    message = "The platform accepts no more requests for now. Sync again in a few minutes."


class PlatformFailed(ApiError):
    status, code = 500, "platform_error"
    message = "The platform failed; the sync log says how. Sync again later."


class PlatformUnreachable(ApiError):
    status, code = 503, "platform_error"
    message = "The platform cannot be reached. Sync again later."


class SyncBroken(ApiError):
    status, code = 500, "internal_error"
    message = "Something went wrong on our side; the sync id names this run in our log."

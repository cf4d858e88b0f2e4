"""Failures of runs: their messages for people, and the errors that the API returns for them."""

from datetime import timedelta

from intake.core.clock import iso
from intake.core.errors import ApiError
from intake.gateways import platform_http
from intake.integrations.platforms import errors

_DEFAULT_WAIT_SECONDS = 60
_MAX_WAIT_SECONDS = 24 * 3600


class NotSyncable(Exception):
    """The matter cannot be synced in its present state; the message says what is missing."""


class Failure:
    """Why a run failed: `error` is the class of the API error, `message` says what to do about it.

    `detail` is the platform's explanation, `retry_after` the wait in seconds that it asked for, or None.
    """

    def __init__(self, error, message, detail="", retry_after=None):
        self.error, self.message, self.detail, self.retry_after = error, message, detail, retry_after

    @property
    def message_while_waiting(self):
        """The message of a run that is retried automatically: without the advice to sync again."""
        return f"{self.message.partition(' Sync again')[0]} It is tried again by itself."


_MESSAGES = {
    platform_http.TokenRejected: (
        errors.PlatformUnauthorized,
        "{name} does not accept the connection any more. An admin of the firm has to connect again."),
    platform_http.PermissionDenied: (
        errors.PlatformForbidden, "The person who connected may not do this in {name}. Give them the permission there, "
        "or connect as somebody who has it."),
    platform_http.RecordGone: (
        errors.PlatformNotFound, "What was linked has been deleted in {name}. Sync again to create a new one."),
    platform_http.RequestRejected: (errors.PlatformRejected, "{name} refused what was sent: {detail}"),
    platform_http.RateLimited: (
        errors.PlatformRateLimited, "{name} takes no more requests for now. Sync again in a few minutes."),
}


def failure_for(error, name):
    """Return the `Failure` for an exception of a run on the platform of this name."""
    if isinstance(error, NotSyncable):
        return Failure(errors.PlatformRejected, str(error))
    if isinstance(error, platform_http.PlatformUnavailable):
        api_error: type[ApiError] = errors.PlatformUnreachable if error.unreachable else errors.PlatformFailed
        message = f"{name} did not answer as it should: {error.detail.rstrip('.')}. Sync again later."
        return Failure(api_error, message, error.detail)
    if isinstance(error, platform_http.PlatformError):
        api_error, message = _MESSAGES[type(error)]
        return Failure(api_error, message.format(name=name, detail=error.detail), error.detail,
                       getattr(error, "retry_after", None))
    if isinstance(error, ApiError):
        return Failure(type(error), error.message)
    return Failure(errors.SyncBroken, "Something went wrong on our side. Sync again later.")


def error_for_run(run, platform):
    """Return the API error for a failed run on the platform."""
    by_code = {(error.status, error.code): error for error in vars(errors).values()
               if isinstance(error, type) and issubclass(error, ApiError)}
    error = by_code.get((run.details.get("http_status"), run.error_code), errors.SyncBroken)
    if error is errors.PlatformRateLimited:
        wait = min(run.details.get("retry_after") or _DEFAULT_WAIT_SECONDS, _MAX_WAIT_SECONDS)
        return error(run.error_message, headers={"Retry-After": str(wait)}, limit=platform.requests_a_minute,
                     window="60s", reset_at=iso(run.finished_at + timedelta(seconds=wait)))
    if error is errors.PlatformNotFound:
        return error(run.error_message, id=run.matter_id or run.id, resource="platform")
    return error(run.error_message, sync_id=run.id)

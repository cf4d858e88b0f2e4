"""What a failed run says to people, and what its caller is answered."""

from datetime import timedelta

from intake.core.clock import iso
from intake.core.errors import ApiError

from . import errors
from .platform import Forbidden, NotFound, PlatformError, PlatformUnavailable, RateLimited, Rejected, Unauthorized

_USUAL_WAIT_SECONDS = 60
_LONGEST_WAIT_SECONDS = 24 * 3600


class NotSyncable(Exception):
    """The matter cannot be synced as it is; the message says what it lacks."""


class Failure:
    """How a run failed: `error` is the class of its answer, `message` tells a person what to do.

    `detail` is what the platform said, `retry_after` how many seconds it wants to be left alone, if it said so.
    """

    def __init__(self, error, message, detail="", retry_after=None):
        self.error, self.message, self.detail, self.retry_after = error, message, detail, retry_after


_SENTENCES = {
    Unauthorized: (errors.PlatformUnauthorized,
                   "{name} does not accept the connection any more. An admin of the firm has to connect again."),
    Forbidden: (errors.PlatformForbidden,
                "The person who connected may not do this in {name}. Give them the permission there, or connect as "
                "somebody who has it."),
    NotFound: (errors.PlatformNotFound,
               "What was linked has been deleted in {name}. Sync again to create a new one."),
    Rejected: (errors.PlatformRejected, "{name} refused what was sent: {detail}"),
    RateLimited: (errors.PlatformRateLimited,
                  "{name} takes no more requests for now. Sync again in a few minutes."),
}


def failure_of(error, name):
    """The `Failure` that an exception of a run on the platform of this name stands for."""
    if isinstance(error, NotSyncable):
        return Failure(errors.PlatformRejected, str(error))
    if isinstance(error, PlatformUnavailable):
        which = errors.PlatformUnreachable if error.unreachable else errors.PlatformFailed
        return Failure(which, f"{name} did not answer as it should: {error.detail} Sync again later.", error.detail)
    if isinstance(error, PlatformError):
        which, sentence = _SENTENCES[type(error)]
        return Failure(which, sentence.format(name=name, detail=error.detail), error.detail,
                       getattr(error, "retry_after", None))
    if isinstance(error, ApiError):
        return Failure(type(error), error.message)
    return Failure(errors.SyncBroken, "Something went wrong on our side. Sync again later.")


def answer_for(run, platform):
    """The error that a caller gets for a run on the platform that failed."""
    known = {(error.status, error.code): error for error in _all_errors()}
    error = known.get((run.details.get("http_status"), run.error_code), errors.SyncBroken)
    if error is errors.PlatformRateLimited:
        wait = min(run.details.get("retry_after") or _USUAL_WAIT_SECONDS, _LONGEST_WAIT_SECONDS)
        return error(run.error_message, headers={"Retry-After": str(wait)}, limit=platform.requests_a_minute,
                     window="60s", reset_at=iso(run.finished_at + timedelta(seconds=wait)))
    if error is errors.PlatformNotFound:
        return error(run.error_message, id=run.matter_id or run.id, resource="platform")
    return error(run.error_message, sync_id=run.id)


def _all_errors():
    return [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, ApiError)]

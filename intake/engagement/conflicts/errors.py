"""Errors of conflict checks."""

from intake.core.errors import ApiError, TryLater


class ConflictCheckRequired(ApiError):
    status, code = 422, "conflict_check_required"
    message = "The matter's conflict check has to be cleared before a link is sent."


class AlreadyDecided(ApiError):
    status, code = 422, "already_decided"
    message = "This check has already been decided. Run a new one to decide again."


class NothingToSearch(ApiError):
    status, code = 422, "nothing_to_search"
    message = "There is no name, e-mail address, telephone number or street address to search for."


class ConsentMissing(ApiError):
    status, code = 422, "consent_missing"
    message = "A waiver needs a document that has been handed in, with the written consent."


class NamesNotIndexed(TryLater):
    status, code = 503, "names_not_indexed"
    message = "The index of the firm's names is still being built. Try again in a moment."

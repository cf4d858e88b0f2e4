"""Errors of privacy requests."""

from intake.core.errors import ApiError


class RequestClosed(ApiError):
    status, code = 409, "privacy_request_closed"
    message = "This request has already been answered or refused."


class AlreadyExtended(ApiError):
    status, code = 409, "already_extended"
    message = "The time to answer can be extended once."


class IdentityNotChecked(ApiError):
    status, code = 409, "identity_not_checked"
    message = "First verify who is asking, and say how you did it."


class RequestOpen(ApiError):
    status, code = 409, "privacy_request_open"
    message = "The client has already made this request and is waiting for an answer."

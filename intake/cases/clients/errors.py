"""Errors of client actions."""

from intake.core.errors import ApiError


class DuplicateEmail(ApiError):
    status, code = 409, "duplicate_email"
    message = "This e-mail address belongs to another client."

"""Errors of exports."""

from intake.core.errors import ApiError


class TooManyExports(ApiError):
    status, code = 409, "too_many_exports"
    message = "Your firm has too many exports. Wait until one is ready, or remove one."

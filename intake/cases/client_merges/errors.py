"""Errors of merges."""

from intake.core.errors import ApiError


class SameClient(ApiError):
    status, code = 422, "same_client"
    message = "A client cannot be merged into itself."

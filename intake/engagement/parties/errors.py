"""Errors of parties."""

from intake.core.errors import ApiError


class TooManyParties(ApiError):
    status, code = 422, "too_many_parties"
    message = "A matter has at most 200 parties."

"""Errors of parties."""

from intake.core.errors import ApiError

from .states import MOST_PARTIES


class TooManyParties(ApiError):
    status, code = 422, "too_many_parties"
    message = f"A matter has at most {MOST_PARTIES} parties."

"""Errors of handing over."""

from intake.core.errors import ApiError


class NotAColleague(ApiError):
    status, code = 422, "not_a_colleague"
    message = "Matters can be handed over to another active member of the firm only."

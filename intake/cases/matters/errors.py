"""Errors of matter actions."""

from intake.core.errors import ApiError


class MatterLimitReached(ApiError):
    status, code = 422, "matter_limit_reached"
    message = "The plan's limit of matters is reached."


class DuplicateMatter(ApiError):
    status, code = 422, "duplicate_matter"
    message = "A matter with this title already exists."

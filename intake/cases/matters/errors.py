"""Errors of matter actions."""

from intake.core.errors import ApiError


class DuplicateMatter(ApiError):
    status, code = 422, "duplicate_matter"
    message = "A matter with this title already exists."

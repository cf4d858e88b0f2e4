"""Errors of retention."""

from intake.core.errors import ApiError


class DuplicateSchedule(ApiError):
    status, code = 409, "duplicate_schedule"
    message = "The firm already has a schedule for this kind of record and practice area."


class NotDue(ApiError):
    status, code = 422, "not_due"
    message = "The record is not due for destruction."


class OriginalsKept(ApiError):
    """A matter with such documents is destroyed only once they are removed from it."""

    status, code = 422, "originals_kept"
    message = "The matter has originals or wills. Give them back, or change what the schedule excepts."

"""Errors of reports."""

from intake.core.errors import ApiError


class TooManyReports(ApiError):
    status, code = 409, "too_many_reports"
    message = "Your firm has too many reports. Wait until one is ready, or remove one."


class TooManySchedules(ApiError):
    status, code = 409, "too_many_schedules"
    message = "Your firm has too many scheduled reports. Delete one first."

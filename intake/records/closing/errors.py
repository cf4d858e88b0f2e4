"""Errors of closing a firm."""

from intake.core.errors import ApiError


class FirmNotLeaving(ApiError):
    status, code = 409, "firm_not_leaving"
    message = "The firm is not being closed, or its erasure has begun."


class OtherName(ApiError):
    status, code = 422, "firm_name_differs"
    message = "Send the firm's exact name, so that no other firm is closed by mistake."

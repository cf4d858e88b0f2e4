"""Errors of the lead form."""

from intake.core.errors import ApiError, TryLater


class AlreadySent(ApiError):
    status, code = 409, "lead_already_sent"
    message = "This form has already been sent."

    def __init__(self, seconds: int) -> None:
        super().__init__()


class AlreadyReceived(AlreadySent):
    message = "This form has already been received."


class FirmBusy(TryLater):
    status, code = 429, "too_many_leads"
    message = "The firm has received too many forms for now."


class LeadNotCleared(ApiError):
    status, code = 422, "lead_not_cleared"
    message = "The lead has to be cleared and still open."


class MessageTooLong(ApiError):
    status, code = 422, "message_too_long"
    message = "The lead's message would become too long."

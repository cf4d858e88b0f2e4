"""Errors of communication actions."""

from intake.core.errors import ApiError, TryLater


class SendFailed(ApiError):
    """`reason` is `no_client`, `no_address`, `no_safe_channel`, `opted_out`, `not_configured`, `unknown`, or the
    carrier's code.
    """

    status, code = 422, "send_failed"
    message = "The message could not be sent."


class TooManyMails(TryLater):
    """503, after which a mail server and every mail service keep the mail and send it again later."""

    status, code = 503, "too_many_mails"
    message = "The matter takes no more mails for now. Send the mail again later."


IN_DOUBT = "The connection broke while the message was sent: it may have arrived. Ask the client before sending again."

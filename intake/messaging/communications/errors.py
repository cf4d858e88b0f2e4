"""Errors of communication actions."""

from intake.core.errors import ApiError


class SendFailed(ApiError):
    """`reason` is `no_client`, `no_address`, `no_safe_channel`, `opted_out`, `not_configured`, `unknown`, or the
    carrier's code.
    """

    status, code = 422, "send_failed"
    message = "The message could not be sent."


IN_DOUBT = "The connection broke while the message was sent: it may have arrived. Ask the client before sending again."

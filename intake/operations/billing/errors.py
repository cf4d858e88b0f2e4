"""Errors of billing."""

from intake.core.errors import ApiError


class AlreadySubscribed(ApiError):
    status, code = 409, "already_subscribed"
    message = "The firm already has a subscription. Change its plan instead."


class NotSubscribed(ApiError):
    status, code = 409, "not_subscribed"
    message = "The firm has no subscription. Begin one with a checkout."


class PaymentPastDue(ApiError):
    status, code = 422, "payment_past_due"
    message = "A payment is open. Pay it in the billing portal first, then change the plan."

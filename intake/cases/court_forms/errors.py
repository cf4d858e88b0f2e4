"""Errors of court forms."""

from intake.core.errors import ApiError


class FormNotFillable(ApiError):
    status, code = 422, "form_not_fillable"
    message = "This form cannot be filled in; retrieve it to see why, or add the court's PDF as a form of the firm."


class FormLimitReached(ApiError):
    status, code = 422, "form_limit_reached"
    message = "The firm's limit of forms of its own is reached. Remove one that is no longer used."


class NothingToAsk(ApiError):
    status, code = 422, "nothing_to_ask"
    message = "This form has no question that the client of this matter could be asked."

"""Errors of engagement letters."""

from intake.core.errors import ApiError


class LetterIncomplete(ApiError):
    """`details.missing` has the fields of the text that have no value."""

    status, code = 422, "letter_incomplete"
    message = "The letter has fields without a value. Fill them in, or take them out of the text."


class LetterLimitReached(ApiError):
    status, code = 422, "letter_limit_reached"
    message = "There are as many of these as there may be. Remove one that is not used any more."

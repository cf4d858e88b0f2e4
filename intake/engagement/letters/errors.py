"""Errors of engagement letters."""

from intake.core.errors import ApiError


class LetterIncomplete(ApiError):
    """`details.missing` has the fields of the text that have no value."""

    status, code = 422, "letter_incomplete"
    message = "The letter has fields without a value. Fill them in, or take them out of the text."


class LetterUnprintable(ApiError):
    """`details.characters` has what the fonts of PDFs do not have, of the text, the title and the names of who sign."""

    status, code = 422, "letter_unprintable"
    message = "The letter has characters that its PDF cannot show. Write them in Latin letters."


class LetterTooLong(ApiError):
    status, code = 422, "letter_too_long"
    message = "With its fields filled in, the letter has more than 100 pages. Shorten the text or the values."


class LetterLimitReached(ApiError):
    status, code = 422, "letter_limit_reached"
    message = "The limit of letters of a matter, or of letter templates of a firm, is reached."

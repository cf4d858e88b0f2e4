"""Errors of a logo."""

from intake.core.errors import ApiError


class InvalidLogo(ApiError):
    status, code = 422, "invalid_logo"
    message = "The file is no PNG or JPEG picture that can be shown. It was deleted."


class LogoTooLarge(ApiError):
    status, code = 422, "file_too_large"
    message = "A logo may have at most 2 MB. The file was deleted."

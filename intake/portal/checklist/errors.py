"""The errors that scripts of the checklist get."""

from intake.core.errors import ApiError


class ForeignPage(ApiError):
    status, code = 403, "foreign_page"
    message = "This request does not come from a page that was made for this browser. Load the page again."


class FileEmpty(ApiError):
    status, code = 422, "file_empty"
    message = "The file is empty. It was deleted."


class FileNeedsPassword(ApiError):
    status, code = 422, "file_needs_password"
    message = "The file needs a password to be opened. It was deleted."


class FileOfAnotherKind(ApiError):
    status, code = 422, "file_of_another_kind"
    message = "The file is not what its name says. It was deleted."

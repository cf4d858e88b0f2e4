"""The errors of handing in photos."""

from intake.core.errors import ApiError


class NotAPhoto(ApiError):
    status, code = 422, "not_a_photo"
    message = "One of the files is not a photo. `photo` is its position."

"""Errors of signing in."""

from intake.core.errors import ApiError


class TooManyAttempts(ApiError):
    """Too many attempts; raised whether the account exists or not."""

    status, code = 429, "too_many_attempts"
    message = "Too many attempts. Wait as long as Retry-After says."

    def __init__(self, seconds: int) -> None:
        super().__init__(headers={"Retry-After": str(seconds)})
        self.seconds = seconds

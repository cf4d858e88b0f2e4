"""What can go wrong with signing in."""

from intake.core.errors import ApiError


class TooManyAttempts(ApiError):
    """Whoever guesses has to wait, whether there is anything to guess or not."""

    status, code = 429, "too_many_attempts"
    message = "Too many attempts. Wait as long as Retry-After says."

    def __init__(self, seconds):
        super().__init__(headers={"Retry-After": str(seconds)})
        self.seconds = seconds

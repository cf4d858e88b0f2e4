"""Errors of legal holds."""

from intake.core.errors import ApiError


class OnHold(ApiError):
    """A change that would lose held data. `hold` is the `LegalHold`."""

    status, code = 423, "on_hold"
    message = "This is on legal hold: nothing in it may be lost until the hold is lifted."

    def __init__(self, hold):
        super().__init__(legal_hold_id=hold.id, until=hold.until and hold.until.isoformat())
        self.hold = hold


class AlreadyLifted(ApiError):
    status, code = 409, "already_lifted"
    message = "This hold has already been lifted."

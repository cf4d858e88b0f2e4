"""Errors of users and invitations."""

from intake.core.errors import ApiError, InvalidStatusTransition


class UserAlreadyExists(ApiError):
    status, code = 409, "user_already_exists"
    message = "Somebody with this e-mail address is already a member."


class UserLimitReached(ApiError):
    status, code = 422, "user_limit_reached"
    message = "Every seat of the plan is taken; pending invitations take one, too."


class NotAColleague(ApiError):
    status, code = 422, "not_a_colleague"
    message = "Matters and leads can be given to another active member of the firm only."


class LastAdmin(InvalidStatusTransition):
    message = "This is the firm's last active admin."

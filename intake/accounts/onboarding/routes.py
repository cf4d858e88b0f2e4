"""`/api/v1/firms/onboarding`."""

from typing import Any

from flask import Blueprint

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import requires
from intake.accounts.users.errors import UserLimitReached
from intake.core.http import accepts, raises, returns

from . import actions
from .models import Onboarding
from .schemas import OnboardingIn, OnboardingOut

onboarding = Blueprint("onboarding", __name__)


@onboarding.get("")
@requires("firms:read")
@returns(OnboardingOut)
def show(caller: Caller) -> Onboarding:
    """Retrieve the progress of the firm's onboarding."""
    return Onboarding.of(caller)


@onboarding.post("")
@requires("firms:write")
@accepts(OnboardingIn)
@returns(OnboardingOut)
@raises(UserLimitReached)
def save(caller: Caller, body: dict[str, Any]) -> Onboarding:
    """Save a step and apply its data; saving it again sends no second invitation."""
    return actions.save(caller, **body)

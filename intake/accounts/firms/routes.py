"""`/api/v1/firms` (docs/behaviour.md, "The firm")."""

from typing import Any

from flask import Blueprint

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import requires
from intake.core.http import accepts, returns

from . import actions
from .models import Firm
from .schemas import FirmOut, FirmPatch, FirmUpdated, PreferencesOut, PreferencesPatch

firms = Blueprint("firms", __name__)


@firms.get("")
@requires("firms:read", permission="colleagues")
@returns(FirmOut)
def show(caller: Caller) -> Firm:
    """Retrieve the firm."""
    return Firm.fetch(caller.firm_id)


@firms.patch("/settings")
@requires("firms:write")
@accepts(FirmPatch)
@returns(FirmUpdated)
def update(caller: Caller, body: dict[str, Any]) -> dict[str, Any]:
    """Change the firm; only the fields sent are changed and returned."""
    return actions.change_settings(caller, **body)


@firms.get("/notification-preferences")
@requires("firms:read")
@returns(PreferencesOut)
def preferences(caller: Caller) -> dict[str, dict[str, bool]]:
    """Retrieve the firm's notification preferences."""
    return Firm.fetch(caller.firm_id).preferences_in_force


@firms.patch("/notification-preferences")
@requires("firms:write")
@accepts(PreferencesPatch)
@returns(PreferencesOut)
def update_preferences(caller: Caller, body: dict[str, dict[str, bool]]) -> dict[str, dict[str, bool]]:
    """Change the firm's notification preferences; only the keys sent change."""
    return actions.change_notification_preferences(caller, body)

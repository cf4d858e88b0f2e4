"""`/api/v1/firms` (interface, "Firm")."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import accepts, returns

from . import actions
from .models import Firm
from .schemas import FirmOut, FirmPatch, FirmUpdated, PreferencesOut, PreferencesPatch

firms = Blueprint("firms", __name__)


@firms.get("")
@requires("firms:read", permission="colleagues")
@returns(FirmOut)
def show(caller):
    """Retrieve the firm."""
    return Firm.fetch(caller.firm_id)


@firms.patch("/settings")
@requires("firms:write")
@accepts(FirmPatch)
@returns(FirmUpdated)
def update(caller, body):
    """Change the firm; only the fields sent change, and only they are answered."""
    return actions.change_settings(caller, **body)


@firms.get("/notification-preferences")
@requires("firms:read")
@returns(PreferencesOut)
def preferences(caller):
    """Retrieve how the firm is told of what."""
    return Firm.fetch(caller.firm_id).preferences_in_force


@firms.patch("/notification-preferences")
@requires("firms:write")
@accepts(PreferencesPatch)
@returns(PreferencesOut)
def update_preferences(caller, body):
    """Change how the firm is told of what; only what is sent changes."""
    return actions.choose_alerts(caller, body)

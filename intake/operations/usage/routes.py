"""`/api/v1/firms/usage`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import returns

from . import actions
from .schemas import UsageOut

usage = Blueprint("usage", __name__)


@usage.get("")
@requires("firms:read")
@returns(UsageOut)
def show(caller):
    """Retrieve the firm's usage of its plan in the current billing period."""
    return actions.statistics(caller)

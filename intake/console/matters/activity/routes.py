"""`/api/v1/matters/:id/activity`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.matters.models import Matter
from intake.core.http import queries, returns

from .actions import read_activity
from .schemas import ActivityPage, ActivityQuery

activity = Blueprint("activity", __name__)


@activity.get("")
@requires("matters:read")
@queries(ActivityQuery)
@returns(ActivityPage, enveloped=False)
def index(caller, query, matter_id):
    """List the activity in a matter, the newest first; names and addresses of colleagues require `firms:read`."""
    return read_activity(caller, Matter.fetch(caller, matter_id), query)

"""The jobs of privacy requests; every job may run twice."""

from functools import partial
from itertools import islice

from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import to_local
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.models import admin_ids
from intake.messaging.notifications.states import PRIVACY_REQUEST_DUE

from .models import PrivacyRequest
from .states import AT_ONCE, REMINDED_BEFORE


def remind_of_privacy_requests(moment=None):
    """Notify the admins of every firm of requests that are due in 10 and in 2 days, once each."""
    moment = moment or now()
    rows = PrivacyRequest.to_remind_of(moment)
    while near := {each.id: each for each in islice(rows, AT_ONCE)}:
        for_each_isolated(near, partial(_remind_of, near, moment), "reminder of a privacy request failed")


def _remind_of(near, moment, id):
    request = near[id]
    left = (request.due_on - to_local(moment, request.firm.timezone).date()).days
    days = min((days for days in REMINDED_BEFORE if left <= days), default=None)
    if days is None or days == request.reminded_days:
        return
    with db.atomic():
        if request.change(PrivacyRequest.closed_at.is_null(), PrivacyRequest.due_on == request.due_on,
                          PrivacyRequest.reminded_days == request.reminded_days, reminded_days=days):
            for user_id in admin_ids(request):
                record_notification(
                    request.firm_id, PRIVACY_REQUEST_DUE, f"{request.id} {request.due_on} {days} {user_id}",
                    {"privacy_request_id": request.id, "user_id": user_id}, due_on=request.due_on)

"""Usage statistics of a firm (docs/behaviour.md, "The firm")."""

from datetime import UTC, datetime

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.cases.uploads.storage_limit import GIGABYTE
from intake.core.clock import now
from intake.core.replica import reading_replica

from .models import figures


def statistics(scope):
    """Return the firm's usage in the current billing period and its plan's limits, as in `UsageOut`.

    Includes every request that this process counted; those of other processes until up to two seconds ago.
    """
    current_app.extensions["request_counter"].flush()
    name = Firm.fetch(scope.firm_id).plan
    plan, (start, end) = current_app.extensions["plans"][name], period(now())
    with reading_replica():
        used = figures(scope, start, end)
    return {
        "plan": name,
        "billing_period": {"start": start, "end": end},
        "usage": {
            "matters": {"total": used["matters"], "active": used["matters_active"],
                        "archived": used["matters_archived"]},
            "clients": {"total": used["clients"]},
            "users": {"total": used["users"]},
            "documents": {"uploaded_this_period": used["uploads"],
                          "storage_used_gb": round(used["bytes"] / GIGABYTE, 9)},
            "api_requests": {"this_period": used["requests"], "limit": plan.requests_per_period},
            "intake_links_sent": {"this_period": used["links_sent"]},
        },
        "limits": {"matters": plan.matters, "storage_gb": plan.storage_gb,
                   "api_requests_per_period": plan.requests_per_period, "users": plan.users},
    }


def period(moment):
    """Return the billing period of a time, a calendar month in UTC, as (start, start of the next month)."""
    start = datetime(moment.year, moment.month, 1, tzinfo=UTC)
    return start, start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)

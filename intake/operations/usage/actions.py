"""Usage statistics of a firm (docs/behaviour.md, "The firm")."""

from datetime import UTC, datetime

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.cases.uploads.storage_limit import GIGABYTE
from intake.core.clock import now
from intake.core.replica import reading_replica
from intake.gateways.stripe_api import stripe_api
from intake.operations.subscriptions.models import Subscription

from .models import figures


def statistics(scope):
    """Return the firm's usage in the current billing period and its plan's limits, as in `UsageOut`.

    Includes every request that this process counted; those of other processes until up to two seconds ago.
    """
    subscription = Subscription.of_firm(scope) if stripe_api.is_configured else None
    return statistics_of(Firm.fetch(scope.firm_id), subscription)


def statistics_of(firm, subscription):
    """As `statistics`, of a firm whose rows were read."""
    current_app.extensions["request_counter"].flush()
    name = firm.plan
    plan, (start, end) = current_app.extensions["plans"][name], period_of(subscription)
    with reading_replica():
        used = figures(firm, start, end)
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


def period_of(subscription):
    """Return a firm's current billing period: what its subscription, if any, paid for, else the calendar month."""
    return (subscription and subscription.current_period) or period(now())


def period(moment):
    """Return the calendar month, in UTC, of a time as (start, start of the next month)."""
    start = datetime(moment.year, moment.month, 1, tzinfo=UTC)
    return start, start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)

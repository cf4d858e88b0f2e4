"""A firm's subscription beside what it uses, as the API and the page show it."""

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.operations.subscriptions.models import Subscription
from intake.operations.subscriptions.states import NONE
from intake.operations.usage.actions import statistics_of


def overview(scope):
    """Return what `SubscriptionOut` shows."""
    return overview_of(Firm.fetch(scope.firm_id), Subscription.of_firm(scope))


def overview_of(firm, subscription):
    """As `overview`, of a firm whose rows were read."""
    used = statistics_of(firm, subscription)
    shown = subscription if subscription and subscription.is_live else Subscription()
    return {
        "plan": firm.plan, "interval": shown.interval, "status": subscription.status if subscription else NONE,
        "current_period": used["billing_period"], "trial_ends_at": shown.trial_ends_at, "cancel_at": shown.cancel_at,
        "next": _next(shown, used), "read_only_from": firm.read_only_from, "closed_from": firm.closed_from,
        "limits": used["limits"], "usage": used["usage"]}


def amounts(used):
    """Return what of `statistics` each limit of a plan is about."""
    of = used["usage"]
    return {"users": of["users"]["total"], "storage_gb": of["documents"]["storage_used_gb"],
            "api_requests_per_period": of["api_requests"]["this_period"], "matters": of["matters"]["total"]}


def exceeding(used, plan):
    """Return each limit of the plan that the firm exceeds with what it uses now; requests begin again with a period."""
    limits = current_app.extensions["plans"][plan]
    return [{"limit": name, "used": amount, "allowed": allowed} for name, amount in amounts(used).items()
            if name != "api_requests_per_period" and (allowed := getattr(limits, name)) and amount > allowed]


def _next(subscription, used):
    if subscription.next_plan is None:
        return None
    return {"plan": subscription.next_plan, "interval": subscription.next_interval,
            "starts_at": subscription.period_end, "exceeds": exceeding(used, subscription.next_plan)}

"""Converts Stripe's data about a customer's subscription to our columns."""

from datetime import UTC, datetime

from intake.core.clock import now
from intake.operations.subscriptions.states import CANCELLED, EXPORT, GRACE, NONE, OF_STRIPE, PAST_DUE

from .prices import plan_of


def current_of(subscriptions):
    """Return the subscription of a customer that counts, of those given, the newest first; None without any.

    That is the newest that is paid or should be, else the newest that ended, else the newest.
    """
    order = {CANCELLED: 1, NONE: 2}
    return min(subscriptions, key=lambda each: order.get(_status(each), 0), default=None)


def columns_of(read, before):
    """Return the columns of a `Subscription` for what was read, None for nothing, which was `before` until now."""
    if read is None:
        return {"status": NONE}
    status, [item, *_] = _status(read), read["items"]["data"]
    plan, interval = plan_of(item["price"]["id"])
    next_plan, next_interval = _next(read)
    return {
        "external_id": read["id"], "status": status, "plan": plan or before.plan,
        "interval": interval or before.interval,
        "period_start": _moment(item["current_period_start"]), "period_end": _moment(item["current_period_end"]),
        "trial_ends_at": _moment(read["trial_end"]), "next_plan": next_plan, "next_interval": next_interval,
        "cancel_at": _moment(read["cancel_at"] or (read["cancel_at_period_end"] and item["current_period_end"])),
        "past_due_since": (before.past_due_since or now()) if status == PAST_DUE else None,
        "ended_at": _moment(read["ended_at"]) if status == CANCELLED else None,
    }


def schedule_of(read):
    """Return the schedule of a subscription that still changes it; None without one."""
    schedule = read["schedule"]
    return schedule if schedule and schedule["status"] in ("active", "not_started") else None


def standing(subscription):
    """Return the columns of the firm that follow from its subscription."""
    read_only, closed = None, None
    if subscription.status == PAST_DUE:
        read_only = subscription.past_due_since + GRACE
    elif subscription.status == CANCELLED:
        read_only = subscription.ended_at or now()
        closed = read_only + EXPORT
    plan = {"plan": subscription.plan} if subscription.is_live and subscription.plan else {}
    return plan | {"read_only_from": read_only, "closed_from": closed}


def _status(read):
    return OF_STRIPE.get(read["status"], NONE)


def _next(read):
    """Return the (plan, interval) that the schedule brings; (None, None) without one."""
    schedule = schedule_of(read)
    if schedule is None or len(schedule["phases"]) < 2:
        return None, None
    return plan_of(schedule["phases"][-1]["items"][0]["price"])


def _moment(seconds):
    return datetime.fromtimestamp(seconds, UTC) if seconds else None

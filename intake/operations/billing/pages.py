"""`/settings/billing`: the firm's plan, what it uses of it, and the ways to Stripe's pages."""

from flask import Blueprint, abort, current_app, request

from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import ApiError
from intake.gateways.stripe_api import stripe_api
from intake.operations.subscriptions.models import Subscription
from intake.operations.subscriptions.states import NEARLY, TRIALING
from intake.operations.usage.actions import statistics_of

from . import actions
from .overview import exceeding, overview_of
from .prices import CHOICES, is_greater, sold

billing_pages = Blueprint("billing_pages", __name__)

NOTICES = {
    "paid": "Thank you. The subscription is up to date.",
    "changed": "The plan is changed.",
    "planned": "The plan changes at the end of the paid period.",
    "kept": "The plan stays as it is.",
    "already_subscribed": "The firm already has a subscription.",
    "not_subscribed": "The firm has no subscription yet. Choose a plan below.",
    "payment_past_due": "A payment is open. Please pay it before the plan is changed.",
    "payment_failed": "The payment failed, so the plan stays as it is. Please check the card.",
    "billing_unavailable": "Stripe cannot be reached. Please try again in a moment.",
    "billing_failed": "Stripe did not accept this. Please tell those who run this installation.",
    "validation_error": "This plan is not offered any more.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

PLANS = {"standard": "Standard", "pro": "Pro", "enterprise": "Enterprise"}
LIMITS = {
    "users": "{used} people, {allowed} allowed",
    "storage_gb": "{used} GB of files, {allowed} GB allowed",
    "matters": "{used} matters, {allowed} allowed",
}
"""What a firm has beyond a plan."""


@billing_pages.get("")
@console_page("firms:write", unpaid=True)
def show(desk):
    """Show the plan, its limits, and the plans to choose from."""
    _require_offered()
    subscription = Subscription.of_firm(desk.firm)
    prices, has_paid = stripe_api.prices(), subscription is not None and subscription.external_id is not None
    offers = {choice: prices.get(price) for choice, price in sold().items()}
    return desk.page("billing.html", notices=NOTICES, shown=overview_of(desk.firm, subscription), offers=offers,
                     plans=current_app.extensions["plans"], nearly=NEARLY, limits=LIMITS, plan_names=PLANS,
                     has_paid=has_paid, trial_days=not has_paid and actions.trial_days())


@billing_pages.post("/plan")
@console_page("firms:write", unpaid=True)
def choose(desk):
    """Lead to Stripe's page for the chosen plan; a firm that pays already is first shown what changes."""
    plan, interval = _choice(request.form)
    subscription = Subscription.of_firm(desk.firm)
    if subscription and subscription.is_live:
        return go_to("billing_pages.ask", plan=plan, interval=interval)
    return _leave(desk, lambda: actions.start_checkout(desk.caller, plan, interval))


@billing_pages.get("/change")
@console_page("firms:write", unpaid=True)
def ask(desk):
    """Show what changes with another plan, and when."""
    plan, interval = _choice(request.args)
    subscription = Subscription.of_firm(desk.firm)
    if subscription is None or not subscription.is_live:
        return go_to("billing_pages.show")
    price = stripe_api.prices().get(sold().get((plan, interval)))
    return desk.page(
        "billing_change.html", plan=plan, interval=interval, subscription=subscription, plan_names=PLANS, limits=LIMITS,
        price=price, is_trial=subscription.status == TRIALING,
        at_once=is_greater((plan, interval), (subscription.plan, subscription.interval)),
        exceeds=exceeding(statistics_of(desk.firm, subscription), plan))


@billing_pages.post("/change")
@console_page("firms:write", unpaid=True)
def change(desk):
    """Change the plan."""
    plan, interval = _choice(request.form)
    try:
        subscription = actions.change_plan(desk.caller, plan, interval)
    except ApiError as refusal:
        return _refused(refusal)
    done = "planned" if subscription.next_plan else "changed"
    return go_to("billing_pages.show", done=done)


@billing_pages.post("/portal")
@console_page("firms:write", unpaid=True)
def portal(desk):
    """Lead to Stripe's page with invoices and payment methods."""
    _require_offered()
    return _leave(desk, lambda: actions.open_portal(desk.caller))


@billing_pages.get("/back")
@console_page("firms:write", unpaid=True)
def back(desk):
    """Read what changed at Stripe, from where the person comes back; its event may still be on the way."""
    _require_offered()
    subscription = Subscription.of_firm(desk.firm)
    try:
        if subscription:
            actions.refresh(subscription)
    except ApiError as refusal:
        return _refused(refusal)
    done = {"done": "paid"} if request.args.get("done") == "paid" else {}
    return go_to("billing_pages.show", **done)


def _require_offered():
    if not stripe_api.is_configured:
        abort(404)


def _choice(given):
    """Return the (plan, interval) that was sent; anything else is no page."""
    _require_offered()
    choice = tuple(given.get("choice", "").split()) or (given.get("plan"), given.get("interval"))
    if choice not in CHOICES:
        abort(404)
    return choice


def _leave(desk, address_of):
    """Lead to a page at Stripe: by a page of ours, since the policy lets no form lead to another origin."""
    try:
        url = address_of()
    except ApiError as refusal:
        return _refused(refusal)
    response = desk.page("billing_leave.html", url=url)
    response.headers["Refresh"] = f"0; url={url}"
    return response


def _refused(refusal):
    if refusal.code not in NOTICES:
        raise refusal
    return go_to("billing_pages.show", failed=refusal.code)

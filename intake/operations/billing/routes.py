"""`/api/v1/billing` (docs/billing.md)."""

from flask import Blueprint, request

from intake.accounts.access.guard import allowed_unpaid, requires
from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import SYSTEM
from intake.core.errors import PayloadTooLarge
from intake.core.http import MAX_BODY_BYTES, accepts, json_response, raises, returns, waits_on_network
from intake.gateways.stripe_api import (
    BillingFailed,
    BillingUnavailable,
    NotConfigured,
    PaymentFailed,
    stripe_api,
)

from . import actions
from .errors import AlreadySubscribed, NotSubscribed, PaymentPastDue
from .overview import overview
from .schemas import AddressOut, PlanChange, PlanChanged, PlanChoice, SubscriptionOut

billing = Blueprint("billing", __name__)

_OF_STRIPE = (NotConfigured, BillingUnavailable, BillingFailed)


@billing.post("/checkout")
@requires("firms:write")
@allowed_unpaid
@waits_on_network
@accepts(PlanChoice)
@returns(AddressOut)
@raises(*_OF_STRIPE, AlreadySubscribed)
def checkout(caller, body):
    """Begin a subscription: get the address of the page at Stripe on which it is paid."""
    return {"url": actions.start_checkout(caller, **body)}


@billing.post("/portal")
@requires("firms:write")
@allowed_unpaid
@waits_on_network
@returns(AddressOut)
@raises(*_OF_STRIPE, NotSubscribed)
def portal(caller):
    """Get the address of the page at Stripe with invoices, payment methods and cancelling."""
    return {"url": actions.open_portal(caller)}


@billing.get("/subscription")
@requires("firms:read")
@allowed_unpaid
@returns(SubscriptionOut)
@raises(NotConfigured)
def show(caller):
    """Retrieve the firm's subscription, usage and limits."""
    actions.require_configured()
    return overview(caller)


@billing.patch("/subscription")
@requires("firms:write")
@allowed_unpaid
@waits_on_network
@accepts(PlanChange)
@returns(PlanChanged)
@raises(*_OF_STRIPE, NotSubscribed, PaymentPastDue, PaymentFailed)
def change(caller, body):
    """Change the plan: to a higher one at once, to a lower one when the paid period ends.

    `next.exceeds` names the limits of the lower plan that the firm exceeds.
    """
    actions.change_plan(caller, **body)
    return overview(caller)


@billing.post("/webhooks")
def webhooks():
    """Apply an event that Stripe posted."""
    act_as(SYSTEM, None)
    body = request.get_data()
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge
    event = stripe_api.verified_event(body, request.headers.get("Stripe-Signature"))
    actions.receive_event(event)
    return json_response({"received": True})

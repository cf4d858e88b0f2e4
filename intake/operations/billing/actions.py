"""Begin, change and follow the subscription of a firm.

Stripe is never called inside a transaction. What it says is read as a whole and applied as a whole, so that the order
in which events arrive does not matter (docs/decisions/0052).
"""

import hashlib
import json
from contextlib import suppress

from flask import current_app

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.addresses import public_url
from intake.core.clock import iso, now
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.local_time import to_local
from intake.engine.tasks.actions import plan as plan_task
from intake.gateways.stripe_api import BillingFailed, NotConfigured, stripe_api
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification, send_alert
from intake.messaging.notifications.models import admin_addresses
from intake.messaging.notifications.states import PAYMENT_FAILED
from intake.operations.subscriptions.models import BillingEvent, Subscription
from intake.operations.subscriptions.states import (
    APPLIED,
    EVENT_KINDS,
    LIVE,
    NOT_NEEDED,
    OTHER_FIRM,
    PAST_DUE,
    UNKNOWN_CUSTOMER,
)

from .errors import AlreadySubscribed, NotSubscribed, PaymentPastDue
from .prices import is_greater, sold
from .readings import columns_of, current_of, schedule_of, standing

PAGE = "/settings/billing"


def require_configured():
    """Raise `NotConfigured` if this installation does not charge its firms."""
    if not stripe_api.is_configured:
        raise NotConfigured


def trial_days():
    """Return how many days a firm's first subscription is free."""
    return current_app.extensions["settings"].stripe_trial_days


def start_checkout(scope, plan, interval):
    """Return the address of a page at Stripe on which the firm subscribes to the plan.

    The same page as long as it is open; those for other plans are closed, so that at most one can be paid. Raises
    `Invalid` for a plan that is not sold, `AlreadySubscribed`, and what the calls to Stripe raise.
    """
    price = _price(plan, interval)
    firm, subscription = Firm.fetch(scope.firm_id), _with_customer(scope)
    # Before the subscription is read: of the pages that are open now none can be paid later without being noticed.
    sessions = stripe_api.checkout_sessions(subscription.customer)
    subscription, _ = refresh(subscription)
    if subscription.is_live:
        raise AlreadySubscribed
    stripe_api.update_customer(subscription.customer, name=firm.name, email=firm.email)
    wanted = {"firm_id": firm.id, "plan": plan, "interval": interval}
    url = None
    for session in _open(sessions):
        if session["metadata"] == wanted and url is None:
            url = session["url"]
        else:
            stripe_api.expire_checkout_session(session["id"])
    if url is None:
        values = _session_of(subscription, price, wanted)
        # Concurrent calls see the same latest session, and so have the same key.
        key = _key("checkout", values, sessions[0]["id"] if sessions else None)
        stripe_api.create_checkout_session(values, key)
        # A concurrent call for another plan may have made a page, too: both keep the same one, the newest.
        opened = _open(stripe_api.checkout_sessions(subscription.customer))
        if not opened:  # one has closed this page before it makes its own
            raise BillingFailed
        newest, *others = opened
        for session in others:
            with suppress(BillingFailed):  # the other call has closed it already
                stripe_api.expire_checkout_session(session["id"])
        url = newest["url"]
    with db.atomic():
        record_act("subscription.checkout_opened", subscription, plan=plan, interval=interval)
    return url


def open_portal(scope):
    """Return the address of a page at Stripe with the firm's invoices and payment methods. Raises `NotSubscribed`."""
    require_configured()
    subscription = Subscription.of_firm(scope)
    if subscription is None or subscription.external_id is None:
        raise NotSubscribed
    url = stripe_api.portal_url(subscription.customer, public_url(f"{PAGE}/back"))
    with db.atomic():
        record_act("subscription.portal_opened", subscription)
    return url


def change_plan(scope, plan, interval):
    """Give the subscription another plan: a greater one at once, a lesser one from the end of the paid period.

    Choosing the present plan undoes a planned change to a lesser one. Raises `Invalid`, `NotSubscribed`,
    `PaymentPastDue`, `PaymentFailed`, and what the calls to Stripe raise.
    """
    price = _price(plan, interval)
    subscription = Subscription.of_firm(scope)
    if subscription is None:
        raise NotSubscribed
    subscription, read = refresh(subscription)
    if not subscription.is_live:
        raise NotSubscribed
    if subscription.status == PAST_DUE:
        raise PaymentPastDue
    with db.atomic():  # before Stripe charges for it: otherwise a process that is killed would leave no record of whom
        record_act("subscription.plan_chosen", subscription, plan=plan, interval=interval)
    wanted, present = (plan, interval), (subscription.plan, subscription.interval)
    if wanted != (subscription.next_plan, subscription.next_interval):
        _change_at_stripe(subscription, read, price, wanted, present)
        subscription, _ = refresh(subscription)
    return subscription


def end_with_period(firm):
    """Let the firm's subscription end with the period that is paid. Raises what calls to Stripe raise."""
    subscription = Subscription.of_firm(firm)
    if subscription is None:
        return
    subscription, read = refresh(subscription)
    if subscription.is_live and subscription.cancel_at is None:
        if schedule := schedule_of(read):
            stripe_api.release_schedule(schedule["id"])
        stripe_api.end_with_period(read["id"])
        refresh(subscription)


def remove_customer(subscription):
    """Remove who paid for a firm that was erased, at Stripe and here. Raises what calls to Stripe raise."""
    stripe_api.remove_customer(subscription.customer)
    subscription.delete_row()


def refresh(subscription, event=None):
    """Read the subscription at Stripe and apply it; return it as it is now, and the data read. With an `event`, do so
    only if it is new. Of concurrent readings the one that began last counts.
    """
    reading = subscription.begin_reading()
    read = current_of(stripe_api.subscriptions(subscription.customer))
    with db.atomic():
        firm = Firm.fetch_locked(subscription.firm_id)
        subscription = Subscription.fetch_locked(subscription, subscription.id)
        is_new = event is None or BillingEvent.record(event, firm.id, APPLIED)
        if is_new and reading > subscription.applied:
            _apply(firm, subscription, read, reading)
    return subscription, read


def receive_event(event):
    """Apply an event of Stripe, once; return what became of it.

    It only says that something changed: what holds is read at Stripe.
    """
    if BillingEvent.was_received(event["id"]):
        return NOT_NEEDED
    about = event["data"]["object"]
    if not event["type"].startswith(EVENT_KINDS):
        return _settle(event, None, NOT_NEEDED)
    customer = about.get("customer")
    is_id = isinstance(customer, str) and customer.isprintable()
    subscription = Subscription.by_customer(customer) if is_id else None
    if subscription is None:
        return _settle(event, None, UNKNOWN_CUSTOMER)
    if _firm_named(about) not in (None, subscription.firm_id):
        return _settle(event, subscription.firm_id, OTHER_FIRM)
    refresh(subscription, event)
    return APPLIED


def _settle(event, firm_id, outcome):
    with db.atomic():
        BillingEvent.record(event, firm_id, outcome)
    return outcome


def _firm_named(about):
    """Return the firm that the object of an event names; None if it names none."""
    return (about.get("metadata") or {}).get("firm_id") or about.get("client_reference_id")


def _price(plan, interval):
    require_configured()
    price = sold().get((plan, interval))
    if price is None:
        raise Invalid({"plan": ["This plan is not sold with this interval."]})
    return price


def _with_customer(scope):
    """Return the firm's subscription, whose customer is created at Stripe the first time.

    Its key and its content are always the same, so that of concurrent and repeated calls one creates it.
    """
    if subscription := Subscription.of_firm(scope):
        return subscription
    customer = stripe_api.create_customer({"firm_id": scope.firm_id}, key=f"intake customer {scope.firm_id}")
    with db.atomic():
        Subscription.insert_once(firm_id=scope.firm_id, customer=customer, updated_at=now())
    return Subscription.of_firm(scope)


def _open(sessions):
    return [session for session in sessions if session["status"] == "open"]


def _session_of(subscription, price, metadata):
    days = trial_days() if subscription.external_id is None else 0
    return {
        "mode": "subscription", "customer": subscription.customer, "client_reference_id": subscription.firm_id,
        "line_items": [{"price": price, "quantity": 1}], "metadata": metadata,
        "subscription_data": {"metadata": {"firm_id": subscription.firm_id}} | (
            {"trial_period_days": days} if days else {}),
        "success_url": public_url(f"{PAGE}/back?done=paid"), "cancel_url": public_url(PAGE)}


def _change_at_stripe(subscription, read, price, wanted, present):
    [item, *_] = read["items"]["data"]
    schedule = schedule_of(read)
    if wanted == present or is_greater(wanted, present):
        if schedule:
            stripe_api.release_schedule(schedule["id"])
        if wanted != present:
            stripe_api.change_price(read["id"], item["id"], price)
        return
    schedule = schedule or stripe_api.create_schedule(read["id"], _key("schedule", read["id"], subscription.applied))
    stripe_api.schedule_price(schedule, price)


def _key(*parts):
    """Return the idempotency key of a call with these parts."""
    return "intake " + hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _apply(firm, subscription, read, reading):
    """Store the data read, and its consequences for the firm; the rows are locked."""
    before = subscription.status
    changes = subscription.differing(columns_of(read, subscription))
    subscription.change(**changes, applied=reading)
    if changes:
        record_act("subscription.updated", subscription, fields=sorted(changes), status=subscription.status,
                   plan=subscription.plan)
    of_firm = {name: value for name, value in standing(subscription).items() if getattr(firm, name) != value}
    if of_firm:
        firm.change(**of_firm)
    if "plan" in of_firm:
        record_act("firm.plan_changed", firm, plan=firm.plan)
    if firm.leaving_since and subscription.is_live and before not in LIVE:  # its page was open when the firm was closed
        plan_task(firm.id, "end_subscription", firm.id)
    if subscription.status == PAST_DUE and before != PAST_DUE:
        _notify_of_failed_payment(firm, subscription)


def _notify_of_failed_payment(firm, subscription):
    occasion = iso(subscription.past_due_since)
    values = {"until": to_local(firm.read_only_from, firm.timezone).date(), "address": public_url(PAGE)}
    if record_notification(firm.id, PAYMENT_FAILED, occasion, {}, **values):
        send_alert(firm, "payment_failed", f"payment {occasion}", EMAIL, admin_addresses(firm), **values)

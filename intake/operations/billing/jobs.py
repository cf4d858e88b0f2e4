"""Jobs of billing; every job may run twice."""

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import db
from intake.core.purging import purge
from intake.engine.tasks.isolation import for_each_isolated
from intake.gateways.stripe_api import stripe_api
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification, send_alert
from intake.messaging.notifications.models import admin_addresses
from intake.messaging.notifications.states import USAGE_NEAR_LIMIT
from intake.operations.subscriptions.models import BillingEvent, Subscription
from intake.operations.subscriptions.states import EVENTS_KEPT_FOR, LONGEST_PERIOD, NEARLY
from intake.operations.usage.actions import statistics
from intake.operations.usage.models import firms_near_a_limit

from . import actions
from .overview import amounts


def warn_of_usage():
    """Tell every firm once when it has used 80 percent of a limit of its plan; for requests, in each period."""
    if stripe_api.is_configured:
        near = firms_near_a_limit(current_app.extensions["plans"], NEARLY, now() - LONGEST_PERIOD, now())
        working = set(Firm.working_ids())
        for_each_isolated(filter(working.__contains__, near), _warn, "usage warning failed")


def purge_old_billing_events():
    """Delete the events older than 90 days."""
    purge(BillingEvent, BillingEvent.created_at, now() - EVENTS_KEPT_FOR)


def end_subscription(firm_id):
    """Let the subscription of a firm that is being closed end with the period that is paid."""
    firm = Firm.fetch(firm_id)
    if firm.leaving_since:
        actions.end_with_period(firm)


def remove_customers():
    """Remove at Stripe who paid for firms that were erased, so that nothing is charged any more."""
    if stripe_api.is_configured:
        paid = {each.id: each for each in Subscription.of_erased_firms()}
        for_each_isolated(paid, lambda id: actions.remove_customer(paid[id]), "removal of a customer failed")


def _warn(firm_id):
    firm = Firm.fetch(firm_id)
    used = statistics(firm)
    period = used["billing_period"]["start"].date()
    for name, amount in amounts(used).items():
        limit = used["limits"][name]
        if not limit or amount < NEARLY * limit:
            continue
        occasion = f"{name} {firm.plan}" + (f" {period}" if name == "api_requests_per_period" else "")
        values = {"limit": name, "percent": int(amount / limit * 100), "address": public_url(actions.PAGE)}
        with db.atomic():
            if record_notification(firm_id, USAGE_NEAR_LIMIT, occasion, {}, **values):
                send_alert(firm, "usage_near_limit", f"usage {occasion}", EMAIL, admin_addresses(firm), **values)

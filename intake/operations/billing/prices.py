"""Which price of Stripe's is which plan (the settings STRIPE_PRICE_…)."""

from flask import current_app

from config.plans import PLANS
from intake.operations.subscriptions.states import INTERVALS

CHOICES = tuple((plan, interval) for plan in PLANS for interval in INTERVALS)
"""Every plan with every interval, the least first."""


def prices_of(plan, interval):
    """Return Stripe's ids of a plan's prices: the one that is sold, then older ones; empty if it is not sold."""
    setting = getattr(current_app.extensions["settings"], f"stripe_price_{plan}_{interval}") or ""
    return [price.strip() for price in setting.split(",") if price.strip()]


def sold():
    """Return the price of each (plan, interval) that is sold, the least first."""
    return {choice: prices[0] for choice in CHOICES if (prices := prices_of(*choice))}


def plan_of(price):
    """Return the (plan, interval) of a price; (None, None) if it is no longer in the settings."""
    return next((choice for choice in CHOICES if price in prices_of(*choice)), (None, None))


def is_greater(choice, than):
    """Whether a (plan, interval) is above another one, and so holds at once."""
    return CHOICES.index(choice) > CHOICES.index(than) if than in CHOICES else True

"""The states of a subscription, and what follows from them."""

from datetime import timedelta

NONE, TRIALING, ACTIVE, PAST_DUE, CANCELLED = STATUSES = ("none", "trialing", "active", "past_due", "cancelled")

LIVE = (TRIALING, ACTIVE, PAST_DUE)
"""The states in which there is a subscription."""

OF_STRIPE = {
    "trialing": TRIALING, "active": ACTIVE, "past_due": PAST_DUE, "unpaid": PAST_DUE, "paused": PAST_DUE,
    "canceled": CANCELLED, "incomplete": NONE, "incomplete_expired": NONE,
}
"""Stripe's states. One that is incomplete was never paid."""

MONTHLY, YEARLY = INTERVALS = ("monthly", "yearly")

GRACE = timedelta(days=14)
"""How long a firm works as before while a payment is open; then it is read-only."""

EXPORT = timedelta(days=90)
"""How long a firm can read its records, and so export them, after its subscription ended."""

LONGEST_PERIOD = timedelta(days=367)
"""No billing period is longer."""

NEARLY = 0.8
"""The part of a limit from which on the firm is warned."""

APPLIED, NOT_NEEDED, UNKNOWN_CUSTOMER, OTHER_FIRM = "applied", "not_needed", "unknown_customer", "other_firm"
"""The outcomes of an event."""

EVENT_KINDS = ("checkout.session.", "customer.subscription.", "invoice.", "subscription_schedule.")
"""The prefixes of event types that may change a subscription."""

EVENTS_KEPT_FOR = timedelta(days=90)
"""Stripe sends an event again for 30 days at most."""

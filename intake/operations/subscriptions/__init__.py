"""The firms' subscriptions, as last read from Stripe."""

"""Billing of firms' plans through Stripe (docs/billing.md)."""

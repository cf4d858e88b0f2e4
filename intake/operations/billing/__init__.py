"""What firms pay for their plans, by Stripe (docs/billing.md)."""

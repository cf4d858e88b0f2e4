"""What each firm pays for, as Stripe said last."""

"""Webhook endpoints and what is delivered to them (interface, "Webhook endpoints" and "Events"; decisions.md 8)."""

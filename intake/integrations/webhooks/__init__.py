"""Webhook endpoints and the deliveries to them (docs/behaviour.md, "Events and webhooks")."""

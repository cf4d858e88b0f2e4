"""What programs work with: API keys, OAuth applications and webhooks."""

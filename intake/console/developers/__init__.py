"""Pages for developers: API keys, OAuth applications and webhooks."""

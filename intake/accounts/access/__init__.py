"""Who may call: API keys, scopes, rate limits and idempotency keys."""

"""Access to the API: keys, scopes, rate limits and idempotency keys."""

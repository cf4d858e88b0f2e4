"""The second factor: codes of an authenticator app, and what stands in for it."""

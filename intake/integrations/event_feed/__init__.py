"""The feed of a firm's events, for those who missed a webhook (docs/decisions/0058)."""

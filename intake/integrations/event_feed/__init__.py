"""The feed of a firm's events, for programs that missed a webhook (docs/decisions/0058)."""

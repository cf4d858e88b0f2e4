"""Conflict checks: whether the firm may act, searched over everybody whom its records name."""

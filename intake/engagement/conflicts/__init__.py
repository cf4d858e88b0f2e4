"""Conflict checks: whether the firm may act, found by a search of everybody named in its records."""

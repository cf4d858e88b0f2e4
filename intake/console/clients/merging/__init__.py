"""Merging a client with a duplicate."""

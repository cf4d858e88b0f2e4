"""Upgrading from the version before, with its own code."""

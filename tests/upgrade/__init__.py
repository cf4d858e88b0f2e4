"""Upgrading from the previous version, with its own code."""

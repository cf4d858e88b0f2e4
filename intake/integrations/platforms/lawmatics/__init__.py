"""Lawmatics, integration B of the interface."""

"""Lawmatics, API version 1."""

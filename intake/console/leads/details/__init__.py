"""Entering a lead and changing its details."""

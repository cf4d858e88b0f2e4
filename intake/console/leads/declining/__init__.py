"""Declining a lead, with a letter."""

"""Reminding clients of what is still open."""

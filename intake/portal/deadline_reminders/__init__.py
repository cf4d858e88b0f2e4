"""Reminding clients before a deadline, where the template of the matter says so."""

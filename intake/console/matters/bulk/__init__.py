"""Reminding, assigning, archiving and exporting many matters from their list."""

"""Reminding, assigning, closing, archiving, reopening and exporting many matters from their list."""

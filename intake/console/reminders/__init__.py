"""Reminders: when each client is reminded next, and why or why not."""

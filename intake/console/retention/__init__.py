"""Retention at the console: the schedules, and what has been kept long enough."""

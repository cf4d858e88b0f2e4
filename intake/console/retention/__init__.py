"""Retention in the console: the schedules, and the records that are due."""

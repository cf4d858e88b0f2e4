"""Retention at the console: the schedules, and the matters whose time is over."""

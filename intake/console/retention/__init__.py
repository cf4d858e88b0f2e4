"""Retention at the console: the schedules, and the matters and leads whose time is over."""

"""Calendars: a person's deadlines at a secret address, which calendar programs read."""

"""Limits of a matter's parties; kinds and roles are those of leads."""

MOST_PARTIES = 200
MOST_NAMES = 10

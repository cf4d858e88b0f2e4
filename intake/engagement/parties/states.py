"""Limits of a matter's parties; what kinds and roles there are is the same as for leads."""

MOST_PARTIES = 200
MOST_NAMES = 10

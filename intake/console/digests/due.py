"""Where it is time for the digest."""

from intake.core.local_time import to_local

from .states import BEGINS, ENDS


def zones_by_day(zones, moment):
    """Return those of the time zones in which the digest is due at the moment, by the day that it is there."""
    days: dict = {}
    for zone in zones:
        there = to_local(moment, zone)
        if BEGINS <= there.time() < ENDS:
            days.setdefault(there.date(), []).append(zone)
    return days

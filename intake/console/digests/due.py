"""Where it is time for the digest."""

import logging
from zoneinfo import ZoneInfoNotFoundError

from intake.core.local_time import to_local

from .states import BEGINS, ENDS

_log = logging.getLogger(__name__)


def due_zones(zones, moment):
    """Return those of the time zones in which the digest is due at the moment, each with the day that it is there.

    Zones that this machine does not know are left out.
    """
    due = {}
    for zone in zones:
        try:
            there = to_local(moment, zone)
        except ZoneInfoNotFoundError:
            _log.error("time zone is unknown", extra={"time_zone": zone})
            continue
        if BEGINS <= there.time() < ENDS:
            due[zone] = there.date()
    return due

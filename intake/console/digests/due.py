"""Time zones in which the digest is due."""

import logging
from zoneinfo import ZoneInfoNotFoundError

from intake.core.local_time import to_local

from .states import BEGINS, ENDS

_log = logging.getLogger(__name__)


def due_zones(zones, moment):
    """Return the time zones among these in which the digest is due at the moment, each with its local date.

    Zones unknown to this machine are left out.
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

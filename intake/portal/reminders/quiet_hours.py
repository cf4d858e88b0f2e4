"""The hours in which no reminder is sent: at night, or outside those that the client has named."""

from datetime import time

from intake.messaging.communications.safety import hours_of, is_within, next_opening

DAY = (time(8), time(20))


def is_quiet(moment, zone, client=None):
    """Whether the client is not to be reminded at the moment: between 20:00 and 8:00 in the time zone, if not told."""
    return not is_within(moment, zone, hours_of(client) or DAY)


def next_morning(moment, zone, client=None):
    """Return the end of the quiet hours that include the moment, in UTC."""
    return next_opening(moment, zone, hours_of(client) or DAY)

"""The hours in which a client is not reminded: those that they or their firm have named, else the night."""

from datetime import time

from intake.messaging.communications.safety import hours_of, is_within, next_opening

DAY = (time(8), time(20))


def hours_for(firm, client=None):
    """Return from when until when the client may be reminded, as times of the firm's zone."""
    return hours_of(firm, client) or DAY


def quiet_until(firm, client, moment):
    """Return when the quiet hours around this time end, in UTC; None if the client may be reminded then."""
    hours = hours_for(firm, client)
    return next_morning(moment, firm.timezone, hours) if is_quiet(moment, firm.timezone, hours) else None


def is_quiet(moment, zone, hours=DAY):
    """Whether it is within the quiet hours in the time zone."""
    return not is_within(moment, zone, hours)


def next_morning(moment, zone, hours=DAY):
    """Return the end of the quiet hours around this time, in UTC."""
    return next_opening(moment, zone, hours)

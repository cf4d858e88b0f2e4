"""The hours in which a client is not reminded: those that they or their firm have named, else the night."""

from datetime import time

from .safety import hours_of, next_opening

DAY = (time(8), time(20))


def hours_for(firm, client=None):
    """Return from when until when the client may be reminded, as times of the firm's zone."""
    return hours_of(firm, client) or DAY


def quiet_until(firm, client, moment):
    """Return when the quiet hours around this time end, in UTC; None if the client may be reminded then."""
    return next_opening(moment, firm.timezone, hours_for(firm, client))

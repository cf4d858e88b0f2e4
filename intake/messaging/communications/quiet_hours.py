"""The hours in which a client is not written to: their own or the firm's; without any, the night for reminders."""

from datetime import time

from intake.core.clock import now

from .safety import hours_of, next_opening, own_hours_of

DAY = (time(8), time(20))


def hours_for(firm, client=None):
    """Return from when until when the client may be reminded, as times of the firm's zone."""
    return hours_of(firm, client) or DAY


def quiet_until(firm, client, moment):
    """Return when the quiet hours around this time end, in UTC; None if the client may be reminded then."""
    return next_opening(moment, firm.timezone, hours_for(firm, client))


def postponed_until(firm, client, is_asked_for=False):
    """Return the next time at which the client may be sent messages, None if they may be now.

    A message that the client has just asked for does not wait for the firm's hours.
    """
    hours, moment = own_hours_of(client) if is_asked_for else hours_of(firm, client), now()
    return next_opening(moment, firm.timezone, hours) if hours else None

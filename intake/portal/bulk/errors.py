"""Errors of actions on many matters."""

from intake.core.errors import InvalidStatusTransition


class RemindersPaused(InvalidStatusTransition):
    message = "The matter's reminders are paused."


class LinkNotNeeded(InvalidStatusTransition):
    message = "The client already has an open link, or has sent everything."

"""Errors of actions on many matters."""

from intake.core.errors import InvalidStatusTransition


class RemindersPaused(InvalidStatusTransition):
    message = "The matter's reminders are paused."

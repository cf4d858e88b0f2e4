"""The jobs of closing firms; every job may run twice."""

from intake.core.clock import now

from . import actions


def end_due_closings(moment=None):
    """Begin to erase the firms whose time is over."""
    actions.end_due(moment or now())

"""Recurring job: today's names of time zones."""

from .models import Firm


def rename_replaced_zones() -> None:
    """Write today's name where a firm's time zone has one from before it was replaced."""
    Firm.rename_replaced_zones()

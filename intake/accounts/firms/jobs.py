"""Recurring job: renaming time zones that were replaced."""

from .models import Firm


def rename_replaced_zones() -> None:
    """Replace the outdated names of firms' time zones with the current ones."""
    Firm.rename_replaced_zones()

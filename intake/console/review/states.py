"""The limits and filters of the list."""

from datetime import timedelta

SHOWN = 50
"""The number of waiting files in the list; others follow as these are decided."""

AGES = {"1": timedelta(days=1), "3": timedelta(days=3), "7": timedelta(days=7), "30": timedelta(days=30)}
"""The minimum waiting time of files, by the number of days in the address."""

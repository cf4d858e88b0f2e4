"""One limit for several waits together."""

from time import monotonic


class TimeLimit:
    """So many seconds from now, for everything that asks how many are left."""

    def __init__(self, seconds):
        self._began = monotonic()
        self._ends = self._began + seconds

    def left(self):
        """The seconds that are left. Raises `TimeoutError` if there are none."""
        seconds = self._ends - monotonic()
        if seconds <= 0:
            raise TimeoutError("the time is over")
        return seconds

    def spent_ms(self):
        """The milliseconds since it began."""
        return round((monotonic() - self._began) * 1000)

"""One time limit for several waits together."""

from time import monotonic


class TimeLimit:
    """A number of seconds from now, shared by every step that asks how many are left; `most` is the limit of a step."""

    def __init__(self, seconds: float, most: float = float("inf")) -> None:
        self._began = monotonic()
        self._ends = self._began + seconds
        self._most = most

    def left(self) -> float:
        """Return the seconds left for a step. Raises `TimeoutError` if there are none."""
        seconds = self._ends - monotonic()
        if seconds <= 0:
            raise TimeoutError("the time is over")
        return min(seconds, self._most)

    def spent_ms(self) -> int:
        """Return the milliseconds since the start."""
        return round((monotonic() - self._began) * 1000)

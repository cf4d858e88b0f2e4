"""One time limit for several waits together."""

from time import monotonic

import requests


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

    def read(self, answer: requests.Response, most: int) -> bytes:
        """Return the body of a streamed answer, up to about `most` bytes, and close it.

        Raises `TimeoutError`, since the timeout of `requests` begins again at each read, and urllib3's `HTTPError`.
        """
        body = b""
        with answer:
            while len(body) < most and (piece := answer.raw.read1(most)):
                body += piece
                self.left()
        return body

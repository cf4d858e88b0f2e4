"""Answers whose duration discloses nothing."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def minimum_duration(seconds: float) -> Iterator[None]:
    """Make the block take at least so many seconds."""
    began = time.monotonic()
    try:
        yield
    finally:
        time.sleep(max(0.0, began + seconds - time.monotonic()))

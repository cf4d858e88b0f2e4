"""Answers after which nobody knows more for having held a watch."""

import time
from contextlib import contextmanager


@contextmanager
def minimum_duration(seconds):
    """The block takes so long, unless it takes longer by itself."""
    began = time.monotonic()
    try:
        yield
    finally:
        time.sleep(max(0.0, began + seconds - time.monotonic()))

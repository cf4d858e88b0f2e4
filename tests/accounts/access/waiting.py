"""Wait for a condition in another thread or server."""

import time


def wait_until(condition, seconds=30):
    """Return as soon as the condition holds. Raises `AssertionError` if it does not within the given time."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"the condition did not hold within {seconds} seconds"
        time.sleep(0.01)

"""What the log may know of a failure."""

import traceback
from pathlib import Path


def told(error):
    """An error for the log: its kind and where it came from, never its message, which may hold personal data."""
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
              for frame in traceback.extract_tb(error.__traceback__)]
    return {"error": type(error).__name__, "places": places}

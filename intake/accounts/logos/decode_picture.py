"""A confined program: reads a picture from standard input, and ends with an error if it cannot be shown."""

import sys

from PIL import Image

from intake.core.pictures import as_viewers_show
from intake.core.process_limits import MEGABYTE, limit_this_process

MAX_PIXELS = 40_000_000
"""More than any logo has: a small file can have so many pixels that they fill the memory of a mail program."""

LIMITS = {
    "RLIMIT_CPU": 5,  # seconds
    "RLIMIT_DATA": 300 * MEGABYTE,
    "RLIMIT_AS": 1024 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 0,
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 0,  # open files stay open
}


def main() -> None:
    """Decode the picture."""
    Image.preinit()  # while files can still be opened
    limit_this_process(LIMITS)
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2  # Pillow refuses twice as many
    as_viewers_show(Image.open(sys.stdin.buffer, formats=("JPEG", "PNG")), 100)

"""A program of its own: reads a PDF from standard input and writes how many pages it has.

PDFs are written by strangers, some to exhaust whoever reads them. So this runs beside the worker, under limits that the
system enforces, and in any trouble it just ends without a number.
"""

import resource
import sys
from contextlib import suppress

from pypdf import PdfReader

MEGABYTE = 1024 * 1024
LIMITS = {
    "RLIMIT_CPU": 5,  # seconds; 20,000 pages take one
    "RLIMIT_DATA": 40 * MEGABYTE,  # with Python itself less than 60 MB; enough for 6,000 pages
    "RLIMIT_AS": 256 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 0,
    "RLIMIT_CORE": 0,
}


def limit_this_process():
    """From now on this process can neither work long, nor grow large, nor write a file."""
    for name, limit in LIMITS.items():
        # macOS knows no limit of memory; there pypdf's own limits have to do.
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (limit, limit))


def main():
    """The number of pages stands on standard output, or nothing does."""
    limit_this_process()
    sys.stdout.write(str(len(PdfReader(sys.stdin.buffer).pages)))


if __name__ == "__main__":
    main()

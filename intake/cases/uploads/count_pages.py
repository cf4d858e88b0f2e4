"""A standalone program: reads a PDF from standard input and prints its number of pages.

PDFs come from strangers, and some are made to exhaust the program that reads them. Therefore this is a process of its
own with limits that the operating system enforces. On any error it ends without printing a number.
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
    """Limit the CPU time, the memory and the file size of this process."""
    for name, limit in LIMITS.items():
        # macOS has no limit of memory; there only pypdf's own limits apply.
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (limit, limit))


def main():
    """Print the number of pages."""
    limit_this_process()
    sys.stdout.write(str(len(PdfReader(sys.stdin.buffer).pages)))


if __name__ == "__main__":
    main()

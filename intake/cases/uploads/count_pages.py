"""A confined program: reads a PDF from standard input and prints its number of pages; on any error it prints none."""

import sys

from pypdf import PdfReader

from intake.core.process_limits import MEGABYTE, limit_this_process

LIMITS = {
    "RLIMIT_CPU": 5,  # seconds; 20,000 pages take one
    "RLIMIT_DATA": 40 * MEGABYTE,  # with Python itself less than 60 MB; enough for 6,000 pages
    "RLIMIT_AS": 256 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 0,
    "RLIMIT_CORE": 0,
}


def main():
    """Print the number of pages."""
    limit_this_process(LIMITS)
    sys.stdout.write(str(len(PdfReader(sys.stdin.buffer).pages)))

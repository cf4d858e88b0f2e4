"""The limits of reading a stranger's form: those of the process, and those of its contents."""

from intake.core.process_limits import MEGABYTE

MAX_PAGES, MAX_FIELDS, MAX_WIDGETS, MAX_DEPTH = 300, 5_000, 10_000, 32
MAX_NAME, MAX_LABEL, MAX_OPTIONS = 300, 500, 300

LIMITS = {
    "RLIMIT_CPU": 20,  # seconds; a form of 40 pages takes two
    "RLIMIT_DATA": 400 * MEGABYTE,
    "RLIMIT_AS": 1024 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 64 * MEGABYTE,  # of the output
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 0,  # open files stay open
}


class NotFillable(Exception):
    """The form cannot be read or filled; the argument is the problem."""

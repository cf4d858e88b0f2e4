"""The limits of reading a stranger's form: of the process, and of what it has."""

import resource
from contextlib import suppress

MEGABYTE = 1024 * 1024
MAX_PAGES, MAX_FIELDS, MAX_WIDGETS, MAX_DEPTH = 300, 5_000, 10_000, 32
MAX_NAME, MAX_LABEL, MAX_OPTIONS = 300, 500, 300

LIMITS = {
    "RLIMIT_CPU": 20,  # seconds; a form of 40 pages takes two
    "RLIMIT_DATA": 400 * MEGABYTE,
    "RLIMIT_AS": 1024 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 64 * MEGABYTE,  # of the output
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 0,  # what is open stays open
}


class NotFillable(Exception):
    """The form cannot be read or filled; the argument is the problem."""


def limit_this_process():
    """Limit the CPU time, the memory and the output of this process, and let it open nothing more."""
    for name, limit in LIMITS.items():
        # macOS has no limit of memory; there only pypdf's own limits apply.
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (limit, limit))

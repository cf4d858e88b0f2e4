"""What a process may use; loads next to nothing, because confined programs start for each file (`confinement.py`)."""

import resource
from collections.abc import Mapping
from contextlib import suppress

from .system_calls import reach_no_other_process

MEGABYTE = 1024 * 1024


def limit_this_process(limits: Mapping[str, int]) -> None:
    """Limit what this process may use: `{"RLIMIT_CPU": 5}` are five seconds of CPU time. It reaches no other process.
    """
    for name, limit in limits.items():
        # At the hard limit of CPU time the system sends SIGKILL, as when its memory is full; before that, SIGXCPU.
        hard = limit + 1 if name == "RLIMIT_CPU" else limit
        # macOS cannot limit memory; there only the limits within the programs apply.
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (limit, hard))
    with suppress(OSError, KeyError):  # where there is no such filter, the limits apply alone
        reach_no_other_process()

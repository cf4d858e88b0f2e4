"""How many matters an action of the console changes at once, and the statuses of the runs of large ones."""

from datetime import timedelta

MOST = 5_000
"""How many matters an action is applied to at most."""

AT_ONCE = 100
"""How many of them a request does; more are left to the worker."""

BATCH = 20
"""How many of them are done in one transaction."""

SHOWN = 100
"""How many titles a page shows."""

ASKED, RUNNING, DONE = "asked", "running", "done"

KEPT_FOR = timedelta(days=7)

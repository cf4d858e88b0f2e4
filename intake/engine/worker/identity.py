"""The name of this worker process."""

import os

from intake.core.ids import new_id

WORKER_ID = f"{os.uname().nodename}-{new_id('worker')}"
"""Distinct from every other worker process and from those before it."""

"""Local development: runs Postgres, Redis, S3 and a mail server as child processes.

`python -m local` runs the whole installation (`make run`); `local.services.running` runs only the four services, for
the tests. Nothing here is needed in production.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class LocalError(Exception):
    """The local installation cannot run; the message gives the reason and advice."""

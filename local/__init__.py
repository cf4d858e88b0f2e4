"""Everything Intake needs around it, on a machine that has none of it: Postgres, Redis, S3 and mail.

`python -m local` runs the whole installation (`make run`); `local.services.running` runs just the four services,
which is what the tests stand on. Nothing in here is needed in production.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class LocalError(Exception):
    """The local installation cannot run; the message says why and what to do about it."""

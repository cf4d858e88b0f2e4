"""The long form: `make faults`, a quarter of an hour at most.

    python -m tests.faults [SEED]
"""

import sys
import tempfile
import time
from pathlib import Path

from .run import run
from .trouble import Plan


def main(seed=None):
    plan = Plan(kills=100, redis=21, postgres=10, pause=(0.5, 6.0), seed=int(seed or time.time()))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        found = run(Path(directory), plan, senders=8, rate=8, tell=_tell)
    minutes = (time.monotonic() - began) / 60
    _tell(f"seed {plan.seed}: {plan.kills} kills, {plan.redis} times Redis, {plan.postgres} times Postgres, "
          f"{minutes:.1f} minutes")
    _tell(f"{found.expected} deliveries expected, {found.arrived} arrived, {found.lost} lost, "
          f"{found.unfinished} unfinished")
    _tell(f"{found.duplicates} duplicates (at most {found.most_duplicates}), "
          f"longest pause {found.longest_pause:.1f} s")
    _tell("holds" if found.holds else "DOES NOT HOLD")
    return 0 if found.holds else 1


def _tell(sentence):
    print(sentence, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

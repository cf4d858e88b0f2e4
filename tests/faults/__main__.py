"""The long run, at most a quarter of an hour: `make faults`.

    python -m tests.faults [SEED]
"""

import sys
import tempfile
import time
from pathlib import Path

from .injection import Plan
from .run import run


def main(seed=None):
    plan = Plan(kills=100, redis=21, postgres=10, pause=(0.5, 6.0), seed=int(seed or time.time()))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        result = run(Path(directory), plan, senders=8, rate=8, report=_report)
    minutes = (time.monotonic() - began) / 60
    _report(f"seed {plan.seed}: {plan.kills} kills, {plan.redis} times Redis, {plan.postgres} times Postgres, "
            f"{minutes:.1f} minutes")
    _report(f"{result.expected} deliveries expected, {result.arrived} arrived, {result.lost} lost, "
            f"{result.unfinished} unfinished")
    _report(f"{result.duplicates} duplicates (at most {result.most_duplicates}), "
            f"longest pause {result.longest_pause:.1f} s")
    _report("holds" if result.holds else "DOES NOT HOLD")
    return 0 if result.holds else 1


def _report(line):
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

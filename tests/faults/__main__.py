"""The long runs, at most half an hour: `make faults`.

    python -m tests.faults [SEED]
"""

import sys
import tempfile
import time
from pathlib import Path

from .injection import Plan
from .office_run import run_offices
from .run import run


def main(seed=None):
    seed = int(seed or time.time())
    holds = [_timed(events, seed), _timed(offices, seed)]
    return 0 if all(holds) else 1


def events(directory, seed):
    """Events that flow to endpoints. Return whether none was lost."""
    plan = Plan(kills=100, redis=21, postgres=10, pause=(0.5, 6.0), seed=seed)
    result = run(directory, plan, senders=8, rate=8, report=_report)
    _report(f"{plan.kills} kills, {plan.redis} times Redis, {plan.postgres} times Postgres")
    _report(f"{result.expected} deliveries expected, {result.arrived} arrived, {result.lost} lost, "
            f"{result.unfinished} unfinished")
    _report(f"{result.duplicates} duplicates (at most {result.most_duplicates}), "
            f"longest pause {result.longest_pause:.1f} s")
    return result.holds


def offices(directory, seed):
    """Offices that hand in, engage, merge, export, erase. Return whether all that was confirmed is there, once."""
    plan = Plan(kills=15, redis=9, postgres=6, web=15, backends=6, storage=6, deployments=6, pause=(0.5, 6.0),
                seed=seed)
    facts, contradictions = run_offices(directory, plan, drain_seconds=15 * 60, report=_report)
    _report(f"{facts} facts, {len(contradictions)} contradictions")
    for contradiction in contradictions:
        _report(contradiction)
    return not contradictions


def _timed(long_run, seed):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        holds = long_run(Path(directory), seed)
    _report(f"seed {seed}: {(time.monotonic() - began) / 60:.1f} minutes, {'holds' if holds else 'DOES NOT HOLD'}")
    return holds


def _report(line):
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

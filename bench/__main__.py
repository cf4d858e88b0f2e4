"""Runs the benchmarks that were asked for and prints what they found out as one table."""

import argparse
import os
import sys
import tempfile

from bench import deliveries, lists, memory, redis_away, scanning, searching, statements, unwanted
from bench.figures import table
from bench.stage import prepared

# In this order, because the later ones add rows and take services away.
BENCHES = {
    "lists": (lists.TITLE, lists.measure),
    "searching": (searching.TITLE, searching.measure),
    "statements": (statements.TITLE, statements.measure),
    "memory": (memory.TITLE, memory.measure),
    "scanning": ("Scanning", lambda stage: scanning.figures(stage.env)),
    "unwanted": (unwanted.TITLE, unwanted.measure),
    "deliveries": (deliveries.TITLE, deliveries.measure),
    "redis_away": (redis_away.TITLE, redis_away.measure),
}


def main():
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("names", nargs="*", metavar="bench", help=f"one of {', '.join(BENCHES)}; all unless given")
    parser.add_argument("--quick", action="store_true", help="fewer rows and shorter runs")
    asked = parser.parse_args()
    if unknown := set(asked.names) - BENCHES.keys():
        parser.error(f"there is no {', '.join(sorted(unknown))}, only {', '.join(BENCHES)}")
    say("filling the database")
    groups = {}
    with tempfile.TemporaryDirectory(prefix="intake-bench-") as directory, prepared(directory, asked.quick) as stage:
        for name in [name for name in BENCHES if name in asked.names or not asked.names]:
            say(name)
            title, measure = BENCHES[name]
            groups[title] = measure(stage)
        print(f"Postgres {stage.postgres_version}, Python {sys.version.split()[0]}, {os.cpu_count()} processors, "
              f"{stage.cast.each:,} matters a firm, {stage.cast.total:,} in the table\n")
    print(table(groups))


def say(what):
    """Whoever waits sees that something happens."""
    print(f"bench: {what} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

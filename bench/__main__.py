"""Run the benches given by name, or all of them, and print the results as one table."""

import argparse
import os
import sys
import tempfile

from bench import (
    amplification,
    backup,
    capacity,
    conflicts,
    deliveries,
    lists,
    memory,
    pages,
    pooling,
    portal,
    redis_away,
    reports,
    restarts,
    scale,
    scanning,
    searching,
    soak,
    sockets,
    spam,
    statements,
    unwanted,
    writes,
)
from bench.figures import table
from bench.target import prepared

# The order matters: the later ones add rows and stop services.
BENCHES = {module.__name__.removeprefix("bench."): module for module in (
    lists, searching, conflicts, statements, portal, memory, sockets, amplification, restarts, scanning, capacity,
    pooling, writes, spam, unwanted, reports, backup, deliveries, soak, redis_away, scale)}
"""Each has a `TITLE` and a function `measure`, which returns its figures."""

LONG = {"scale", "soak"}
"""Run only on request, by name."""


def main():
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("names", nargs="*", metavar="bench",
                        help=f"one of {', '.join(BENCHES)}; all but scale and soak unless given")
    parser.add_argument("--quick", action="store_true", help="fewer rows and shorter runs")
    parser.add_argument("--seconds", type=int, default=600, help="how long the bench soak lasts (600)")
    parser.add_argument("--rows", type=int, default=10_000_000, help="matters that `scale` seeds")
    asked = parser.parse_args()
    if asked.names == ["pages"]:
        pages.main(asked.quick)
        return
    if unknown := set(asked.names) - BENCHES.keys():
        parser.error(f"there is no {', '.join(sorted(unknown))}, only {', '.join(BENCHES)}")
    report("filling the database")
    groups = {}
    with tempfile.TemporaryDirectory(prefix="intake-bench-") as directory, prepared(
            directory, asked.quick, asked.seconds, asked.rows) as target:
        for name in [name for name in BENCHES if name in asked.names or (not asked.names and name not in LONG)]:
            report(name)
            groups[BENCHES[name].TITLE] = BENCHES[name].measure(target)
        print(f"Postgres {target.postgres_version}, Python {sys.version.split()[0]}, {os.cpu_count()} processors, "
              f"{target.firms.each:,} matters a firm, {target.firms.total:,} in the table\n")
    print(table(groups))


def report(step):
    """Print the name of the step that begins."""
    print(f"bench: {step} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

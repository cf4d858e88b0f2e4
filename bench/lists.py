"""The list of matters: against the floor, on its last page, and in a large firm against a small one."""

from functools import partial
from itertools import repeat
from statistics import median

from bench import load
from bench.figures import at_least, at_most, plain
from bench.rounds import in_turns, ratio
from bench.rows import key_of
from bench.stage import FLOOR, INTAKE

TITLE = "List 20 of a firm's active matters, GET /api/v1/matters?status=active"
_LIST = "/api/v1/matters?status=active"


def measure(stage):
    with stage.serving(INTAKE, FLOOR) as (intake, floor):
        return [*_against_the_floor(stage, intake, floor), *_far_pages(stage, intake), *_sizes(stage, intake)]


def _against_the_floor(stage, intake, floor):
    firm = stage.cast.large
    same = repeat(load.get(f"/matters?status=active&firm={firm.id}"))
    counting = repeat(load.get(f"/matters?status=active&firm={firm.id}&count=1"))
    runs = in_turns(stage.rounds, {
        "intake": lambda: load.run(intake.port, _listing(firm), seconds=stage.seconds),
        "floor": lambda: load.run(floor.port, same, seconds=stage.seconds),
        "counting": lambda: load.run(floor.port, counting, seconds=stage.seconds)})
    rates = {name: [run.rate for run in results] for name, results in runs.items()}
    return [
        plain("requests/s at 8 connections", median(rates["intake"])),
        plain("  of the floor: the same two statements in bare Flask and psycopg2", median(rates["floor"])),
        plain("  of the floor that finds the total by count(*)", median(rates["counting"])),
        at_least("÷ the floor", 100 * ratio(rates["intake"], rates["floor"]), 60, " %"),
        at_least("÷ the floor with count(*)", 100 * ratio(rates["intake"], rates["counting"]), 60, " %"),
        plain("p50 at 8 connections", median(run.p50 for run in runs["intake"]), " ms"),
        plain("p99 at 8 connections", median(run.p99 for run in runs["intake"]), " ms"),
    ]


def _far_pages(stage, intake):
    last = stage.cast.last_page
    pages = [1, last // 4, last // 2, last * 3 // 4, last]
    times = _alone(stage, intake, {page: (stage.cast.large, page) for page in pages})
    factors = {page: ratio(times[page], times[1]) for page in pages}
    worst = max(pages[1:-1], key=factors.get)
    return [
        plain("p50 of page 1, alone", median(times[1]), " ms"),
        at_most(f"page {last} ÷ page 1", factors[last], 2),
        at_most(f"the worst page between, {worst} ÷ page 1", factors[worst], 2),
    ]


def _sizes(stage, intake):
    times = _alone(stage, intake, {"large": (stage.cast.large, 1), "small": (stage.cast.small, 1)})
    return [at_most(f"a firm of {stage.cast.active:,} ÷ a firm of 100", ratio(times["large"], times["small"]), 1.25)]


def _alone(stage, intake, asked):
    """How many ms each of the pages asked for, `{name: (firm, page)}`, takes one connection: the p50 of each round."""
    def one(firm, page):
        return load.run(intake.port, _listing(firm, page), connections=1, seconds=stage.seconds / 2).p50

    return in_turns(stage.rounds, {name: partial(one, *what) for name, what in asked.items()})


def _listing(firm, page=1):
    return repeat(load.get(f"{_LIST}&page={page}", key_of(firm)))

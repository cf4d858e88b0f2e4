"""The list of matters: compared with the baseline, on its last page, and in a large and a small firm."""

import time
from functools import partial
from itertools import count, repeat
from statistics import median

from bench import load
from bench.figures import at_least, at_most, plain
from bench.rounds import interleaved, ratio
from bench.rows import key_of
from bench.target import BASELINE, INTAKE
from intake.accounts.access.models import ApiKey
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions.actions import begin
from intake.accounts.sessions.models import Session
from intake.accounts.users.models import User
from tests.builders import a_token

TITLE = "List 20 of a firm's active matters, GET /api/v1/matters?status=active"
_LIST = "/api/v1/matters?status=active"
_number = count(1)


def measure(target):
    with target.serving(INTAKE, BASELINE) as (intake, baseline):
        return [*_against_baseline(target, intake, baseline), *_far_pages(target, intake), *_sizes(target, intake),
                *_callers(target, intake)]


def _against_baseline(target, intake, baseline):
    firm = target.firms.large
    same = repeat(load.get(f"/matters?status=active&firm={firm.id}"))
    stored = repeat(load.get(f"/matters?status=active&firm={firm.id}&stored=1"))
    runs = interleaved(target.rounds, {
        "intake": lambda: load.run(intake.port, _listing(firm), seconds=target.seconds),
        "baseline": lambda: load.run(baseline.port, same, seconds=target.seconds),
        "stored": lambda: load.run(baseline.port, stored, seconds=target.seconds)})
    rates = {name: [run.rate for run in results] for name, results in runs.items()}
    return [
        plain("requests/s at 8 connections", median(rates["intake"])),
        plain("  of the baseline: the rows and count(*), with Flask, psycopg2 and orjson", median(rates["baseline"])),
        plain("  of the baseline that reads the stored total instead", median(rates["stored"])),
        at_least("÷ the baseline", 100 * ratio(rates["intake"], rates["baseline"]), 90, " %"),
        plain("÷ the baseline with the stored total", 100 * ratio(rates["intake"], rates["stored"]), " %"),
        plain("p50 at 8 connections", median(run.p50 for run in runs["intake"]), " ms"),
        plain("p99 at 8 connections", median(run.p99 for run in runs["intake"]), " ms"),
    ]


def _far_pages(target, intake):
    last = target.firms.last_page
    pages = [1, last // 4, last // 2, last * 3 // 4, last]
    times = _alone(target, intake, {page: (target.firms.large, page) for page in pages})
    factors = {page: ratio(times[page], times[1]) for page in pages}
    worst = max(pages[1:-1], key=factors.get)
    return [
        plain("p50 of page 1, alone", median(times[1]), " ms"),
        at_most(f"page {last} ÷ page 1", factors[last], 2),
        at_most(f"the worst page between, {worst} ÷ page 1", factors[worst], 2),
    ]


def _sizes(target, intake):
    times = _alone(target, intake, {"large": (target.firms.large, 1), "small": (target.firms.small, 1)})
    return [at_most(f"a firm of {target.firms.active:,} ÷ a firm of 100", ratio(times["large"], times["small"]), 1.25)]


def _callers(target, intake):
    """Compare a list with an application's token to the same list with a key."""
    def run(**how):
        return load.run(intake.port, repeat(load.get(_LIST, **how)), seconds=target.seconds)

    # new ones for each run, because each has a rate limit
    firm = target.firms.large
    runs = interleaved(target.rounds, {"key": lambda: run(key=key_of(firm)), "token": lambda: run(token=_token(firm))})
    rates = {name: [run.rate for run in results] for name, results in runs.items()}
    by_key, by_session = _times_to_identify(target, firm)
    whole = _alone(target, intake, {"list": (firm, 1)})["list"]
    return [at_least("requests/s by an access token ÷ by a key", 100 * ratio(rates["token"], rates["key"]), 85, " %"),
            at_least("a list by a key ÷ one that would look up a session in its place",
                     100 * median(whole) / (median(whole) - by_key + by_session), 85, " %")]


def _times_to_identify(target, firm):
    """Return the times in ms for finding an API key with its firm, and a session with its person and firm."""
    with target.app().app_context():
        public_part, token = key_of(firm).split("_")[2], begin(_user(firm))
        runs = interleaved(300, {"key": lambda: _time(ApiKey.with_firm, public_part),
                                 "session": lambda: _time(Session.by_token, token)})
    return median(runs["key"]), median(runs["session"])


def _time(find, secret):
    began = time.perf_counter()
    if not find(secret):
        raise RuntimeError("It was not found.")
    return (time.perf_counter() - began) * 1000


def _token(firm):
    return a_token(_user(firm), SCOPES)


def _user(firm):
    address = f"bench.{next(_number)}@example.com"
    return User.create(firm_id=firm.id, email=address, email_key=address, role="admin", status="active",
                       password_hash="none")


def _alone(target, intake, asked):
    """Return the p50 in ms of each page in `{name: (firm, page)}`, for each round, with one connection."""
    def one(firm, page):
        return load.run(intake.port, _listing(firm, page), connections=1, seconds=target.seconds / 2).p50

    return interleaved(target.rounds, {name: partial(one, *what) for name, what in asked.items()})


def _listing(firm, page=1):
    return repeat(load.get(f"{_LIST}&page={page}", key_of(firm)))

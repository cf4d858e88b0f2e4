"""Searching: the time of its statements in Postgres, and its requests compared with the baseline and with a list."""

from itertools import repeat
from statistics import median

from app import create_app
from bench import load, rows
from bench.figures import all_at_least, all_at_most
from bench.rounds import interleaved, ratio
from bench.rows import key_of
from bench.target import BASELINE, INTAKE
from config.settings import Settings
from intake.cases.matters.listing import list_matters
from intake.cases.matters.schemas import MatterQuery
from intake.cases.search.models import search_records
from intake.cases.search.schemas import TYPES
from intake.core.db import db

TITLE = "Search in one firm for rare / common / absent words"
_WORDS = (rows.RARE, rows.COMMON, rows.ABSENT)
_PAIRS = (rows.RARE_PAIR, rows.COMMON_PAIR, rows.ABSENT_PAIR)


def measure(target):
    figures = []
    app = create_app(Settings.load(target.env | {"LOG_LEVEL": "ERROR"}))
    with target.serving(INTAKE, BASELINE) as servers, app.app_context():
        if indexes := _trigram_indexes():
            figures += _searches(target.firms.large, "with trigram indexes", limit=5)
            figures.append(_beside_the_baseline(target, *servers))
            for index in indexes:
                db.execute_sql(f"DROP INDEX {index}")
        # Without the extension, three characters have the same target as two.
        figures += _searches(target.firms.large, "without trigram indexes", limit=20)
        return [*figures, _beside_a_list(target, servers[0])]


def _beside_the_baseline(target, intake, baseline):
    firm = target.firms.large
    runs = {}
    for word in _WORDS:
        runs[word, "intake"] = lambda word=word: load.run(
            intake.port, repeat(load.get(f"/api/v1/matters?search={word}", key_of(firm))), seconds=target.seconds)
        runs[word, "baseline"] = lambda word=word: load.run(
            baseline.port, repeat(load.get(f"/matters?search={word}&firm={firm.id}")), seconds=target.seconds)
    rates = {name: [run.rate for run in results] for name, results in interleaved(target.rounds, runs).items()}
    return all_at_least("requests/s ÷ the baseline, with trigram indexes",
                        [100 * ratio(rates[word, "intake"], rates[word, "baseline"]) for word in _WORDS], 70, " %")


def _beside_a_list(target, intake):
    def p50(query):
        request = load.get(f"/api/v1/matters?{query}", key_of(target.firms.large))
        return load.run(intake.port, repeat(request), connections=1, seconds=target.seconds / 2).p50

    times = interleaved(target.rounds, {query: lambda query=query: p50(query) for query in (
        "status=active", *(f"search={word}" for word in _WORDS))})
    return all_at_most("p50 ÷ that of a list, without trigram indexes",
                       [ratio(times[f"search={word}"], times["status=active"]) for word in _WORDS], 2)


def _searches(firm, manner, limit):
    def times(search, words):
        return [_time(lambda word=word: search(firm, word)) for word in words]

    return [
        all_at_most(f"titles, 3 and more characters, {manner}", times(_titles, _WORDS), limit, " ms"),
        all_at_most(f"titles, 2 characters, {manner}", times(_titles, _PAIRS), 20, " ms"),
        all_at_most(f"all three kinds, 3 and more characters, {manner}", times(_everything, _WORDS), None, " ms"),
        all_at_most(f"all three kinds, 2 characters, {manner}", times(_everything, _PAIRS), None, " ms"),
    ]


def _titles(firm, word):
    return list_matters(firm, MatterQuery().load({"search": word}))


def _everything(firm, word):
    return search_records(firm, word, TYPES, limit=5)


def _time(ask):
    """Return the time in ms that Postgres takes to plan and run the statements of `ask()`."""
    sent = []
    db.query_hooks.append(sent.append)
    ask()
    db.query_hooks.remove(sent.append)
    return median(sum(_explained(event.sql, event.params) for event in sent) for _ in range(9))


def _explained(sql, parameters):
    plan = db.execute_sql(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", parameters).fetchone()[0][0]
    return plan["Planning Time"] + plan["Execution Time"]


def _trigram_indexes():
    found_ones = db.execute_sql("SELECT indexname FROM pg_indexes WHERE indexdef ~ 'USING gin .firm_id, '")
    return [name for (name,) in found_ones.fetchall()]

"""Searching: the time of its statements in Postgres, and its requests compared with the baseline and with a list."""

from itertools import repeat
from statistics import median

from bench import load, rows
from bench.figures import all_at_least, all_at_most
from bench.rounds import interleaved, ratio
from bench.rows import key_of
from bench.target import BASELINE, INTAKE
from intake.cases.matters.listing import list_matters
from intake.cases.matters.schemas import MatterQuery
from intake.cases.search.models import search_records
from intake.cases.search.schemas import TYPES
from intake.core.connection import PreparedStatement
from intake.core.db import db

TITLE = "Search in one firm for rare / common / absent words"
_WORDS = (rows.RARE, rows.COMMON, rows.ABSENT)
_PAIRS = (rows.RARE_PAIR, rows.COMMON_PAIR, rows.ABSENT_PAIR)

_BASELINE_INDEX = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm", "CREATE EXTENSION IF NOT EXISTS btree_gin",
    "CREATE INDEX baseline_words ON matters USING gin (firm_id, title_key gin_trgm_ops)", "ANALYZE matters")


def measure(target):
    figures = []
    app = target.app()
    with target.serving(INTAKE, BASELINE) as servers, app.app_context():
        figures += _searches(target.firms.large)
        figures.append(_beside_a_list(target, servers[0]))
        if _has_trigrams():  # of which the baseline makes its index
            for statement in _BASELINE_INDEX:
                db.execute_sql(statement)
            figures.append(_beside_the_baseline(target, *servers))
        return figures


def _beside_the_baseline(target, intake, baseline):
    firm = target.firms.large
    runs = {}
    for word in _WORDS:
        runs[word, "intake"] = lambda word=word: load.run(
            intake.port, repeat(load.get(f"/api/v1/matters?search={word}", key_of(firm))), seconds=target.seconds)
        runs[word, "baseline"] = lambda word=word: load.run(
            baseline.port, repeat(load.get(f"/matters?search={word}&firm={firm.id}")), seconds=target.seconds)
    rates = {name: [run.rate for run in results] for name, results in interleaved(target.rounds, runs).items()}
    return all_at_least("requests/s ÷ the baseline, which has an index of trigrams",
                        [100 * ratio(rates[word, "intake"], rates[word, "baseline"]) for word in _WORDS], 70, " %")


def _beside_a_list(target, intake):
    def p50(query):
        request = load.get(f"/api/v1/matters?{query}", key_of(target.firms.large))
        return load.run(intake.port, repeat(request), connections=1, seconds=target.seconds / 2).p50

    times = interleaved(target.rounds, {query: lambda query=query: p50(query) for query in (
        "status=active", *(f"search={word}" for word in _WORDS))})
    return all_at_most("p50 ÷ that of a list",
                       [ratio(times[f"search={word}"], times["status=active"]) for word in _WORDS], 2)


def _searches(firm):
    def times(search, words):
        return [_time(lambda word=word: search(firm, word)) for word in words]

    return [
        all_at_most("titles, 3 and more characters", times(_titles, _WORDS), 5, " ms"),
        all_at_most("titles, 2 characters", times(_titles, _PAIRS), 20, " ms"),
        all_at_most("all three kinds, 3 and more characters", times(_everything, _WORDS), None, " ms"),
        all_at_most("all three kinds, 2 characters", times(_everything, _PAIRS), None, " ms"),
    ]


def _titles(firm, word):
    return list_matters(firm, MatterQuery().load({"search": word}))


def _everything(firm, word):
    return search_records(firm, word, TYPES, limit=5)


def _time(ask):
    """Return the time in ms that Postgres takes to plan and run the statements of `ask()`; some are planned once."""
    sent = []
    db.query_hooks.append(sent.append)
    ask()
    db.query_hooks.remove(sent.append)
    return median(sum(_explained(event.sql, event.params) for event in sent) for _ in range(9))


def _explained(sql, parameters):
    plan = db.execute_sql(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", parameters).fetchone()[0][0]
    return plan["Execution Time"] + (0 if isinstance(sql, PreparedStatement) else plan["Planning Time"])


def _has_trigrams():
    return db.execute_sql(
        "SELECT count(*) FROM pg_available_extensions WHERE name IN ('pg_trgm', 'btree_gin')").fetchone() == (2,)

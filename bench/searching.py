"""Searching: the time that Postgres takes for the statements of a search, with and without trigram indexes."""

from statistics import median

from app import create_app
from bench import rows
from bench.figures import all_at_most
from config.settings import Settings
from intake.cases.matters.listing import list_matters
from intake.cases.matters.schemas import MatterQuery
from intake.cases.search.models import search_records
from intake.cases.search.schemas import TYPES
from intake.core.db import db

TITLE = "Search in one firm: Postgres's own time for rare / common / absent words"
_WORDS = (rows.RARE, rows.COMMON, rows.ABSENT)
_PAIRS = (rows.RARE_PAIR, rows.COMMON_PAIR, rows.ABSENT_PAIR)


def measure(target):
    figures = []
    with create_app(Settings.load(target.env | {"LOG_LEVEL": "ERROR"})).app_context():
        if indexes := _trigram_indexes():
            figures += _searches(target.firms.large, "with trigram indexes", limit=5)
            for index in indexes:
                db.execute_sql(f"DROP INDEX {index}")
        # Without the extension, three characters have the same target as two.
        return figures + _searches(target.firms.large, "without trigram indexes", limit=20)


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
    """Return the ms that Postgres takes to plan and run the statements of `ask()`."""
    sent = []
    db.query_hooks.append(sent.append)
    ask()
    db.query_hooks.remove(sent.append)
    return median(sum(_explained(event.sql, event.params) for event in sent) for _ in range(9))


def _explained(sql, parameters):
    plan = db.execute_sql(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", parameters).fetchone()[0][0]
    return plan["Planning Time"] + plan["Execution Time"]


def _trigram_indexes():
    found_ones = db.execute_sql("SELECT indexname FROM pg_indexes WHERE strpos(indexdef, 'gin_trgm_ops') > 0")
    return [name for (name,) in found_ones.fetchall()]

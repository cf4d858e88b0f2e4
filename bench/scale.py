"""Growth: the same calls in tables of 300,000 and many millions of matters, in a firm of a million, and the upkeep."""

import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import cycle, repeat
from statistics import median
from urllib.parse import quote

from bench import load, scale_rows
from bench.figures import all_at_most, at_most, plain
from bench.rounds import interleaved, ratio
from bench.rows import keys_of
from bench.scale_rows import (
    ABSENT,
    ABSENT_PAIR,
    COMMON,
    COMMON_PAIR,
    MARKS,
    RARE,
    RARE_PAIR,
    WITH_SHORT,
    Sizes,
    firm_id,
)
from bench.target import INTAKE, new_database
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.actions import begin
from intake.accounts.users.models import User
from intake.cases.matters.models import Matter
from intake.cases.matters.states import DUE, NEEDS_ACTION, SILENT
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.schedule import SCHEDULE

TITLE = "Growth, firms of 4,500 matters in tables of 300,000 and more, and a firm of up to a million"
_REFERENCE = 300_000
_API = "/api/v1"
_RETENTION = "purge_old_deliveries"


def measure(target):
    with ExitStack() as stack:
        sizes, targets, figures = {}, {}, []
        for name, rows in (("reference", _REFERENCE), ("large", target.rows)):
            url = stack.enter_context(new_database(target.env["DATABASE_URL"], f"intake_scale_{name}"))
            migrate(url)
            sizes[name] = Sizes(rows)
            seconds = scale_rows.fill(url, sizes[name])
            figures.append(plain(f"minutes to seed {rows:,} matters and all behind them", seconds / 60))
            targets[name] = replace(target, env=target.env | {"DATABASE_URL": url})
        figures += compared(targets["reference"], targets["large"], sizes["large"])
        connect_to(target.env["DATABASE_URL"])
        return figures


def compared(reference, large, sizes):
    """Return the figures of two seeded databases, whose URLs are in the `env` of two targets."""
    with reference.serving(INTAKE) as [small_server], large.serving(INTAKE) as [large_server]:
        figures = _same_calls(large.rounds, {"reference": (reference, small_server), "large": (large, large_server)})
        figures += _huge_firm(large, large_server, sizes) + _console(large, large_server, sizes)
        figures += _schedule(large)
        return figures + _retention(large, large_server)


def _same_calls(rounds, servers):
    """Compare calls in an ordinary firm of both databases."""
    measures = {}
    for name, (target, server) in servers.items():
        connect_to(target.env["DATABASE_URL"])
        keys, matter = _keys_and_matter(1)
        db.close()
        for call, requests in _calls(keys, matter).items():
            measures[call, name] = partial(_p50, server, requests, target.seconds / 2)
    times = interleaved(rounds, measures)
    return [at_most(f"{call} ÷ the same at {_REFERENCE:,}", ratio(times[call, "large"], times[call, "reference"]), 1.25)
            for call, name in measures if name == "large"]


def _calls(keys, matter):
    def get(path):
        return (load.get(_API + path, key) for key in keys)

    return {
        "list": get("/matters"), "page in the middle": get("/matters?page=112"), "last page": get("/matters?page=225"),
        "search": get(f"/search?q={RARE}"), "common search": get(f"/search?q={COMMON}"),
        "matter with client": get(f"/matters/{matter}"), "files to review": get("/uploads?status=pending&order=asc"),
        "create": (load.post(f"{_API}/matters", key, {"title": f"Grown {time.time_ns()}", "practice_area": "other"})
                   for key in keys),
    }


def _huge_firm(target, server, sizes):
    connect_to(target.env["DATABASE_URL"])
    keys, _ = _keys_and_matter(0)
    middle = sizes.huge // 40
    cursors = [_cursor_after(target, next(keys), sizes.huge * part // 4) for part in (1, 2, 3)]
    db.close()

    def p50(path):
        return _p50(server, (load.get(_API + path, key) for key in keys), target.seconds / 2)

    title = f"firm of {sizes.huge:,}"
    return [
        plain(f"{title}: list", p50("/matters"), " ms"),
        at_most(f"{title}: page {middle:,}", p50(f"/matters?page={middle}"), 60, " ms"),
        plain(f"{title}: last page", p50(f"/matters?page={sizes.huge // 20}"), " ms"),
        all_at_most(f"{title}: cursor after a quarter / half / three quarters",
                    [p50(f"/matters?cursor={cursor}") for cursor in cursors], 3, " ms"),
        *(all_at_most(f"{title}: {path} {' / '.join(words)}", [p50(f"{path}={quote(word)}") for word in words],
                      50, " ms")
          for path in ("/matters?search", "/search?q")
          for words in ((RARE, COMMON, ABSENT), (COMMON_PAIR, "er"), (RARE_PAIR, ABSENT_PAIR), MARKS, WITH_SHORT)),
    ]


def _console(target, server, sizes):
    address = f"scale.{time.time_ns()}@example.com"
    with target.app().test_request_context():
        session = begin(User.create(firm_id=firm_id(0), email=address, email_key=address, role="admin", status="active",
                                    password_hash="none"))
        db.close()

    def p50(query):
        return _p50(server, repeat(load.get(f"/matters?{query}", session=session)), target.seconds / 2)

    title = f"firm of {sizes.huge:,}, the console's list"
    return [
        all_at_most(f"{title}: first / last page", [p50(""), p50(f"status=all&page={sizes.huge // 50}")], 50, " ms"),
        all_at_most(f"{title}: search {RARE} / {COMMON} / {ABSENT}",
                    [p50(f"search={word}") for word in (RARE, COMMON, ABSENT)], 50, " ms"),
        all_at_most(f"{title}: need action / are due / have silent clients",
                    [p50(f"focus={focus}") for focus in (NEEDS_ACTION, DUE, SILENT)], 100, " ms"),
    ]


def _schedule(target):
    """Run and time every line of the schedule except the retention, which has a million rows to delete."""
    app, times = target.app(), {}
    with app.app_context():
        for name, line in SCHEDULE.items():
            if name != _RETENTION:
                began = time.perf_counter()
                line.function()
                times[name] = (time.perf_counter() - began) * 1000
        db.close()
    slowest = max(times, key=times.get)
    return [at_most(f"the slowest line of the schedule, {slowest}", times[slowest], 1000, " ms")]


def _retention(target, server):
    """Delete rows older than 30 days while matters are listed and created."""
    connect_to(target.env["DATABASE_URL"])
    app = target.app()
    took = []

    def purge():
        with app.app_context():
            began = time.perf_counter()
            SCHEDULE[_RETENTION].function()
            took.append(time.perf_counter() - began)
            db.close()

    before = _rows_of_outbox()
    worker = threading.Thread(target=purge)
    worker.start()
    waits, calls = [], _calls(_keys_and_matter(1)[0], "")
    requests = (next(calls[name]) for name in cycle(["create", "list"]))
    while worker.is_alive():
        waits += load.run(server.port, requests, connections=1, seconds=1).times
    worker.join()
    deleted = before - _rows_of_outbox()
    db.close()
    return [plain("events and deliveries deleted", deleted), plain("  in", took[0], " s"),
            plain("  p50 of requests meanwhile", median(waits), " ms"),
            at_most("  the slowest request meanwhile", max(waits), 200, " ms")]


def _rows_of_outbox():
    return db.execute_sql("SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries)").fetchone()[0]


def _keys_and_matter(number):
    """Return API keys of the firm, in turns without end, and the id of its newest matter that has a client."""
    firm = Firm.get_by_id(firm_id(number))
    matter = Matter.of(firm, Matter.id).where(Matter.client_id.is_null(False)).order_by(Matter.created_at.desc())
    return keys_of(firm), matter.first().id


def _cursor_after(target, key, rows):
    """Return the cursor after this many of the firm's matters."""
    client = target.app().test_client()
    answer = client.get(f"{_API}/matters?per_page=100&page={rows // 100}", headers={"X-Api-Key": key})
    return answer.json["pagination"]["next_cursor"]


def _p50(server, requests, seconds):
    return median(load.run(server.port, requests, connections=1, seconds=seconds).times)

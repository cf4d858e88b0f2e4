"""Reports of many matters: their time, the worker's memory, and how long deliveries wait meanwhile."""

import time
from statistics import median, quantiles

import psutil

from bench.deliveries import Deliveries
from bench.figures import at_most, plain
from intake.accounts.access.caller import Caller
from intake.accounts.firms.actions import register
from intake.accounts.generated_files.states import READY
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add
from intake.console.reports.actions import ask_for
from intake.console.reports.models import Report
from intake.console.reports.states import CSV, PDF
from intake.core.db import db
from local import ports

TITLE = "Reports of 100,000 matters with their clients, by one worker process"
_LONGEST = 600
_MIB = 1024 * 1024

FILL = """
    INSERT INTO clients (id, firm_id, first_name, last_name, last_name_key, search_key, created_at, updated_at)
    SELECT 'cli_' || %(base)s || lpad(number::text, 8, '0'), %(firm_id)s, 'María', 'Ñúñez ' || number,
        'ñúñez ' || number, 'maría ñúñez ' || number, now(), now() FROM generate_series(%(first)s, %(last)s) AS number;
    INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, client_id, created_at, updated_at)
    SELECT 'mat_' || %(base)s || lpad(number::text, 8, '0'), %(firm_id)s,
        'Petition for adjustment of status ' || number, 'petition for adjustment of status ' || number, 'active',
        'immigration', 'cli_' || %(base)s || lpad(number::text, 8, '0'), now() - number * interval '1 minute', now()
    FROM generate_series(%(first)s, %(last)s) AS number
"""
_AT_ONCE = 20_000  # a statement has 15 s


def measure(target):
    number = 10_000 if target.quick else 100_000
    with target.app().app_context(), ports.reserved(2) as found:
        firm = register("Reporting", "office@example.com", plan="enterprise")
        fill(firm, number)
        user = add(firm, "reporting@example.com", "admin")
        caller = Caller(firm, user.id, frozenset(SCOPES), user)
        with target.working() as worker:
            time.sleep(3)  # until the schedule has run once
            rest = psutil.Process(worker.pid).memory_info().rss / _MIB
            csv_took, csv_cpu, csv_peak = _made(caller, worker, CSV)
            pdf_took, pdf_cpu, pdf_peak = _made(caller, worker, PDF)
        deliveries = Deliveries(target, *found)
        events = 200 if target.quick else 1500
        alone = deliveries.waits(dead=0, events=events, gap=0.01)
        beside = deliveries.waits(dead=0, events=events, gap=0.01, beside=lambda: ask_for(caller, "matters", PDF))
    return [
        at_most(f"CSV, {number:,} rows, from asking to ready", csv_took, 10, " s"),
        plain("  CPU of the worker for it", csv_cpu, " s"),
        at_most(f"PDF, {number:,} rows, from asking to ready", pdf_took, 60, " s"),
        plain("  CPU of the worker for it", pdf_cpu, " s"),
        plain("memory of the worker at rest", rest, " MiB"),
        at_most("at most beyond that, while the CSV is made", csv_peak - rest, 120, " MiB"),
        at_most("at most beyond that, while the PDF is made", pdf_peak - rest, 120, " MiB"),
        plain("p50 from commit to first attempt of a delivery, 100 events/s, no report", median(alone), " ms"),
        plain("p50 while a PDF of another firm is made", median(beside), " ms"),
        at_most("p99 while a PDF of another firm is made", quantiles(beside, n=100)[98], 1000, " ms"),
    ]


def fill(firm, number):
    """Insert matters of the firm, each with a client, and analyze the tables, as autovacuum does in use."""
    for first in range(1, number + 1, _AT_ONCE):
        db.execute_sql(FILL, {"firm_id": firm.id, "base": firm.id[-18:], "first": first,
                              "last": min(first + _AT_ONCE - 1, number)})
    db.execute_sql("ANALYZE matters, clients")


def _made(caller, worker, format):
    """Return a report's seconds, its CPU seconds, and the worker's peak memory in MiB."""
    process = psutil.Process(worker.pid)
    before = process.cpu_times()
    report = ask_for(caller, "matters", format)
    began, peak = time.monotonic(), 0
    while Report.fetch(caller, report.id).status != READY:
        if time.monotonic() - began > _LONGEST:
            raise RuntimeError("The report was not made.")
        peak = max(peak, process.memory_info().rss)
        time.sleep(0.02)
    took, after = time.monotonic() - began, process.cpu_times()
    return took, after.user + after.system - before.user - before.system, peak / _MIB

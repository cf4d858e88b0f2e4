"""`GET /metrics` in Prometheus' text format.

Requests are counted in each web process and added up through shared files. Everything about the worker is read from
Postgres, so it is the same from every web process.
"""

import hmac
import os
import time

from flask import Blueprint, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from intake.core.clock import now
from intake.core.counters import totals
from intake.core.db import db
from intake.core.errors import NotFound
from intake.integrations.webhooks.delivery.outcomes import ATTEMPTS
from intake.operations.backups.models import BackupRun

metrics = Blueprint("metrics", __name__)

_REQUESTS = Counter("intake_requests", "Requests answered.", ["method", "route", "status"])
_SECONDS = Histogram("intake_request_seconds", "How long answers took.", ["route"],
                     buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10))

# The backlogs are read through partial indexes: the cost grows with the backlog, not with the tables.
_BACKLOG = """
SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL) AS outbox,
       (SELECT count(*) FROM deliveries WHERE status = 'pending') AS deliveries,
       (SELECT count(*) FROM tasks WHERE done_at IS NULL AND failed_at IS NULL AND due_at <= now()) AS tasks,
       (SELECT count(*) FROM uploads WHERE status <> 'issued' AND scan_status = 'pending') AS scans,
       (SELECT count(*) FROM workers WHERE seen_at > now() - interval '1 minute') AS workers,
       coalesce(extract(epoch FROM now() - least(
           (SELECT min(created_at) FROM events WHERE relayed_at IS NULL),
           (SELECT min(created_at) FROM deliveries WHERE status = 'pending'))), 0)::float AS oldest
"""

_GAUGES = {
    "outbox": ("intake_outbox_backlog", "Events that wait to be relayed."),
    "deliveries": ("intake_deliveries_pending", "Deliveries on their way, those that wait for a retry included."),
    "tasks": ("intake_tasks_pending", "Tasks that are due and that the worker has still to do."),
    "scans": ("intake_scan_backlog", "Files that wait for their scan."),
    "workers": ("intake_workers", "Worker processes seen within the last minute."),
    "oldest": ("intake_oldest_undelivered_seconds", "Age of the oldest event that some endpoint still waits for."),
}


@metrics.get("/metrics")
def show():
    """Return the metrics to a caller with the token; 404 without a METRICS_TOKEN."""
    token = current_app.extensions["settings"].metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), given.encode()):
        raise NotFound
    requests, backlogs = REGISTRY, CollectorRegistry()
    backlogs.register(_PostgresCollector())
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        requests = CollectorRegistry()
        MultiProcessCollector(requests)
    return Response(generate_latest(requests) + generate_latest(backlogs), content_type=CONTENT_TYPE_LATEST)


@metrics.after_app_request
def count(response):
    """Count the request under its route's pattern, not its path, which may hold secrets."""
    route = request.url_rule.rule if request.url_rule else "none"
    _REQUESTS.labels(request.method, route, response.status_code).inc()
    _SECONDS.labels(route).observe(time.perf_counter() - g.started)
    return response


class _PostgresCollector:
    """Collects the metrics that are read from Postgres."""

    def collect(self):
        cursor = db.execute_sql(_BACKLOG)
        figures = dict(zip((column.name for column in cursor.description), cursor.fetchone(), strict=True))
        for name, (metric, sentence) in _GAUGES.items():
            yield GaugeMetricFamily(metric, sentence, value=figures[name])
        if current_app.extensions["settings"].backup_target:
            complete, _, error = BackupRun.state()
            age = (now() - complete).total_seconds() if complete else float("inf")
            yield GaugeMetricFamily("intake_backup_age_seconds", "Age of the latest complete backup.", value=age)
            yield GaugeMetricFamily("intake_backup_failed", "1 if the last attempt at a backup failed.",
                                    value=int(error is not None))
        attempts = CounterMetricFamily("intake_delivery_attempts", "Attempts at deliveries.", labels=["outcome"])
        for name, total in totals().items():
            if name.startswith(ATTEMPTS):
                attempts.add_metric([name.removeprefix(ATTEMPTS)], total)
        yield attempts

"""The metrics that are read when they are asked for, and are the same from every web process.

Labels have few values, which the code knows: never ids, addresses or names.
"""

from collections.abc import Iterator

from flask import current_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from intake import VERSION
from intake.core.clock import now
from intake.core.counters import totals
from intake.core.db import db
from intake.engine.tasks.registry import task_types
from intake.engine.tasks.states import QUEUES
from intake.engine.worker.scheduler import FAILURES, SUCCESS, schedule
from intake.integrations.webhooks.delivery.outcomes import ATTEMPTS
from intake.operations.backups.models import BackupRun
from intake.operations.health.installation import readiness

# The backlogs are read through partial indexes: the cost grows with the backlog, not with the tables.
_BACKLOG = """
SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL) AS outbox,
       (SELECT count(*) FROM deliveries WHERE status = 'pending') AS deliveries,
       (SELECT count(*) FROM uploads WHERE status <> 'issued' AND scan_status = 'pending') AS scans,
       (SELECT count(*) FROM workers WHERE seen_at > now() - interval '1 minute') AS workers,
       coalesce(extract(epoch FROM now() - least(
           (SELECT min(created_at) FROM events WHERE relayed_at IS NULL),
           (SELECT min(created_at) FROM deliveries WHERE status = 'pending'))), 0)::float AS oldest,
       audit.waiting, audit.oldest_waiting, server.connections, server.longest,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS limit
FROM (SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS oldest_waiting
      FROM audit_log WHERE position IS NULL) AS audit,
     (SELECT count(*) AS connections, coalesce(extract(epoch FROM now() - min(xact_start) FILTER (
          WHERE datname = current_database())), 0)::float AS longest
      FROM pg_stat_activity WHERE backend_type = 'client backend') AS server
"""

_QUEUES = """
SELECT queue, count(*), extract(epoch FROM now() - min(due_at))::float FROM tasks
WHERE done_at IS NULL AND failed_at IS NULL AND due_at <= now() GROUP BY queue
"""

_GAUGES = {
    "outbox": ("intake_outbox_backlog", "Events that wait to be relayed."),
    "deliveries": ("intake_deliveries_pending", "Deliveries on their way, those that wait for a retry included."),
    "scans": ("intake_scan_backlog", "Files that wait for their scan."),
    "workers": ("intake_workers", "Worker processes seen within the last minute."),
    "oldest": ("intake_oldest_undelivered_seconds", "Age of the oldest event that some endpoint still waits for."),
    "waiting": ("intake_audit_backlog", "Entries of the audit log that are not chained yet."),
    "oldest_waiting": ("intake_audit_oldest_seconds", "Age of the oldest entry that is not chained yet."),
    "connections": ("intake_database_connections", "Connections to the Postgres server, of all programs."),
    "limit": ("intake_database_connections_limit", "Connections that the Postgres server takes."),
    "longest": ("intake_database_longest_transaction_seconds", "Age of the oldest open transaction."),
}

_ENDED = ("done", "postponed", "retried", "failed")
_SENT = ("sent", "refused", "unavailable", "uncertain")

_TOTALS = {
    ATTEMPTS: ("intake_delivery_attempts", "Attempts at deliveries.", ("outcome",), lambda: ("delivered",)),
    "tasks:": ("intake_tasks", "Attempts at tasks: done, postponed, retried later, failed for good.",
               ("task", "outcome"), lambda: (f"{task}:{outcome}" for task in task_types() for outcome in _ENDED)),
    "scans:": ("intake_scans", "Scans of files.", ("outcome",),
               lambda: ("clean", "infected", "skipped", "unavailable")),
    "mails:": ("intake_mails", "Mails handed to the mail server.", ("outcome",), lambda: _SENT),
    "sms:": ("intake_sms", "SMS handed to the provider.", ("outcome",), lambda: _SENT),
    "storage_errors:": ("intake_storage_errors", "Requests that the storage did not answer as it should.", ("kind",),
                        lambda: ("4xx", "5xx", "unreachable")),
    FAILURES: ("intake_schedule_failures", "Runs of a line of the schedule that failed.", ("line",), schedule),
}
"""The metrics made from named totals, by the prefix of these names: name, description, labels, and a function that
returns the label values that are shown even while their total is 0: Prometheus would miss the first increase.
"""


class BacklogCollector:
    """The backlogs, and the state of Postgres and of the backups."""

    def collect(self) -> Iterator[Metric]:
        cursor = db.execute_sql(_BACKLOG)
        figures = dict(zip((column.name for column in cursor.description), cursor.fetchone(), strict=True))
        for name, (metric, sentence) in _GAUGES.items():
            yield GaugeMetricFamily(metric, sentence, value=figures[name])
        waiting = {queue: (count, age) for queue, count, age in db.execute_sql(_QUEUES).fetchall()}
        tasks = GaugeMetricFamily(
            "intake_tasks_pending", "Tasks that are due and that the worker has still to do.", labels=["queue"])
        oldest = GaugeMetricFamily(
            "intake_tasks_oldest_seconds", "How long the first of them is due.", labels=["queue"])
        for queue in QUEUES:
            count, age = waiting.get(queue, (0, 0))
            tasks.add_metric([queue], count)
            oldest.add_metric([queue], age)
        yield from (tasks, oldest)
        if current_app.extensions["settings"].backup_target:
            yield from _backups()


def _backups() -> Iterator[Metric]:
    complete, _, error = BackupRun.state()
    age = (now() - complete).total_seconds() if complete else float("inf")
    yield GaugeMetricFamily("intake_backup_age_seconds", "Age of the latest complete backup.", value=age)
    yield GaugeMetricFamily("intake_backup_failed", "1 if the last attempt at a backup failed.",
                            value=int(error is not None))


class TotalsCollector:
    """The totals of all processes, and when each scheduled job last succeeded."""

    def collect(self) -> Iterator[Metric]:
        counted = totals()
        for beginning, (metric, sentence, labels, known) in _TOTALS.items():
            family = CounterMetricFamily(metric, sentence, labels=labels)
            found = {name.removeprefix(beginning): total for name, total in counted.items()
                     if name.startswith(beginning)}
            for name, total in (dict.fromkeys(known(), 0) | found).items():
                family.add_metric(name.split(":"), total)
            yield family
        success = GaugeMetricFamily(
            "intake_schedule_last_success_timestamp_seconds", "When a line of the schedule last succeeded.",
            labels=["line"])
        interval = GaugeMetricFamily(
            "intake_schedule_interval_seconds", "How often a line of the schedule runs.", labels=["line"])
        for line, recurring in schedule().items():
            interval.add_metric([line], recurring.every.total_seconds())
            if moment := counted.get(f"{SUCCESS}{line}"):
                success.add_metric([line], moment)
        yield from (success, interval)


class StateCollector:
    """Which services answer, as `/readyz` sees them, and the version that runs."""

    def __init__(self) -> None:
        self._results = readiness()
        self.database_answers = not any(result.is_fatal for result in self._results)

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("intake_service_up", "Whether a service answers: 1 or 0.", labels=["service"])
        for result in self._results:
            up.add_metric([result.check.name], int(result.ok))
        yield up
        settings = current_app.extensions["settings"]
        yield GaugeMetricFamily("intake_web_threads", "Requests that this web server answers at once; each holds a "
                                "database connection.", value=settings.web_concurrency * settings.web_threads)
        build = GaugeMetricFamily("intake_build_info", "The version that runs.", labels=["version"])
        build.add_metric([VERSION], 1)
        yield build

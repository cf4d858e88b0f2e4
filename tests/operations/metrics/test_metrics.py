"""GET /metrics: only with the token, and without secret parts of addresses."""

from datetime import timedelta

import pytest

from config.settings import Settings
from intake import VERSION
from intake.core.clock import now
from intake.core.counters import occurrences
from intake.core.db import connect_to, db
from intake.engine.tasks.actions import Postponed, TaskFailed, perform, plan
from intake.engine.tasks.models import Task
from intake.engine.tasks.registry import TaskType
from intake.engine.tasks.states import QUEUES
from intake.engine.worker import scheduler
from intake.engine.worker.scheduler import Recurring
from intake.gateways.mail import Mail
from intake.gateways.scanner import NotScanned, Scanner, ScannerUnavailable
from intake.gateways.send_errors import Refused, Unavailable
from intake.gateways.sms import Sms
from intake.gateways.storage import Storage, StorageUnavailable
from tests.waiting import wait_until
from tests.worker_in_steps import cancel_pending_work

COUNTED = tuple(f"intake_{name}_total" for name in ("scans", "mails", "sms", "storage_errors", "tasks"))
TOKEN = "jq3vX0sYw1mB7rTzKc5dLhN9pQ2uEgFa"


@pytest.fixture
def with_token(app, settings, monkeypatch):
    """Configure the METRICS_TOKEN."""
    monkeypatch.setitem(app.extensions, "settings", Settings(settings.values | {"METRICS_TOKEN": TOKEN}))


@pytest.fixture
def ask(browser):
    return lambda authorization=None: browser.get(
        "/metrics", headers={"Authorization": authorization} if authorization else {})


def test_token_shows_the_metrics(with_token, ask):
    answer = ask(f"Bearer {TOKEN}")

    assert answer.status_code == 200
    assert "intake_outbox_backlog" in _figures(ask)


@pytest.mark.parametrize("authorization", [None, "", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer ÿ"])
def test_without_the_token_there_is_no_such_page(with_token, ask, authorization):
    assert ask(authorization).status_code == 404


@pytest.mark.parametrize("authorization", [None, "Bearer ", f"Bearer {TOKEN}", "Bearer None"])
def test_without_the_setting_there_is_no_such_page(ask, authorization):
    assert ask(authorization).status_code == 404


def test_addresses_are_counted_without_their_secrets(with_token, ask, browser):
    browser.get("/p/SecretOfAnIntakeLink/documents")
    text = ask(f"Bearer {TOKEN}").text

    assert "SecretOfAnIntakeLink" not in text
    assert 'route="/p/<token>/documents"' in text


def _figures(ask, database=1):
    """Return {name{labels}: value} of what /metrics shows, once it shows this of the database.

    On a machine that is busy with other things, its check may not be done in the time that the page gives it.
    """
    shown = {}

    def is_complete():
        lines = [line for line in ask(f"Bearer {TOKEN}").text.splitlines() if not line.startswith("#")]
        shown.clear()
        shown.update({name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)})
        return shown['intake_service_up{service="database"}'] == database

    wait_until(is_complete)
    return shown


def test_unusual_methods_share_a_figure(with_token, ask, browser):
    browser.open("SECRETWORD", "/login")
    text = ask(f"Bearer {TOKEN}").text

    assert "SECRETWORD" not in text
    assert 'intake_requests_total{method="other",route="none",status="405"}' in text


def test_outcomes_of_scans_messages_storage_and_tasks_are_counted(app, with_token, ask, firm):
    settings = app.extensions["settings"]
    fails = {"explodes": TaskType(lambda: 1 / 0)}

    def postpones():
        raise Postponed(now())

    occurrences.flush()
    before = _figures(ask)
    assert Scanner(None, 1).scan([b"data"]) == NotScanned("no scanner is configured")
    with pytest.raises(ScannerUnavailable):
        Scanner("tcp://127.0.0.1:1", 1).scan([b"data"])
    Mail(settings.smtp_url, settings.mail_from).send("somebody@example.com", "Hello", "Hello")
    with pytest.raises(Unavailable):
        Mail("smtp://127.0.0.1:1", settings.mail_from).send("somebody@example.com", "Hello", "Hello")
    with pytest.raises(Refused):
        Sms(Settings(settings.values | {"SMS_DIR": None})).send("+15185550100", "Hello")
    with pytest.raises(StorageUnavailable):
        Storage(Settings(settings.values | {"S3_BUCKET": "absent-bucket"})).check()
    with pytest.raises(StorageUnavailable):
        Storage(Settings(settings.values | {"S3_ENDPOINT_URL": "http://127.0.0.1:1"})).head("key")
    with db.atomic():
        task = plan(firm.id, "explodes")
    with pytest.raises(TaskFailed):
        perform(Task.claim(task.id, "worker-1"), fails)
    with pytest.raises(TaskFailed):
        perform(Task.claim(task.id, "worker-1"), {})
    perform(Task.claim(task.id, "worker-1"), {"explodes": TaskType(postpones)})
    cancel_pending_work()
    occurrences.flush()
    after = _figures(ask)

    assert {name: after[name] - before.get(name, 0) for name in after if name.startswith(COUNTED)
            and after[name] != before.get(name, 0)} == {
        'intake_scans_total{outcome="skipped"}': 1, 'intake_scans_total{outcome="unavailable"}': 1,
        'intake_mails_total{outcome="sent"}': 1, 'intake_mails_total{outcome="unavailable"}': 1,
        'intake_sms_total{outcome="refused"}': 1,
        'intake_storage_errors_total{kind="4xx"}': 1, 'intake_storage_errors_total{kind="unreachable"}': 1,
        'intake_tasks_total{outcome="retried",task="explodes"}': 1,
        'intake_tasks_total{outcome="postponed",task="explodes"}': 1,
        'intake_tasks_total{outcome="retried",task="unknown"}': 1}


def test_backlogs_connections_and_schedule_are_shown(app, firm, with_token, ask, monkeypatch):
    broken = {"works": Recurring(timedelta(days=1), lambda: None),
              "breaks": Recurring(timedelta(days=1), lambda: 1 / 0)}
    monkeypatch.setitem(app.extensions, "schedule", broken)
    db.execute_sql("DELETE FROM schedule WHERE name = ANY(%s)", (list(broken),))
    with db.atomic():
        plan(firm.id, "process_upload", "upl_1", due_at=now() - timedelta(minutes=5))
    scheduler.run("works")
    with pytest.raises(TaskFailed):
        scheduler.run("breaks")
    occurrences.flush()
    shown = _figures(ask)
    cancel_pending_work()

    assert shown['intake_tasks_pending{queue="files"}'] >= 1
    assert shown['intake_tasks_oldest_seconds{queue="files"}'] >= 300
    assert set(shown) >= {f'intake_tasks_pending{{queue="{queue}"}}' for queue in QUEUES}
    assert 1 <= shown["intake_database_connections"] < shown["intake_database_connections_limit"]
    assert shown["intake_audit_backlog"] >= 0
    assert shown['intake_schedule_last_success_timestamp_seconds{line="works"}'] > 1e9
    assert 'intake_schedule_last_success_timestamp_seconds{line="breaks"}' not in shown
    assert shown['intake_schedule_failures_total{line="breaks"}'] >= 1
    assert shown['intake_schedule_interval_seconds{line="works"}'] == 86_400
    assert shown['intake_service_up{service="database"}'] == 1
    assert shown[f'intake_build_info{{version="{VERSION}"}}'] == 1


def test_without_postgres_the_other_figures_are_shown(app, settings, with_token, ask):
    connect_to("postgresql://nothing@127.0.0.1:1/nothing")
    try:
        shown = _figures(ask, database=0)
    finally:
        connect_to(settings.database_url)
        _figures(ask)  # later tests would get the reused result of the check

    assert 'intake_service_up{service="storage"}' in shown
    assert any(name.startswith("intake_requests_total") for name in shown)
    assert "intake_outbox_backlog" not in shown

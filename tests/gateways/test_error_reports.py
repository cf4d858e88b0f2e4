"""Reports to Sentry contain the class of an error, its places, and ids, and never data that people sent."""

import gzip
import json
import logging

import pytest

from app import create_app
from config.settings import Settings
from intake.core.db import connect_to
from intake.engine.tasks.actions import TaskFailed, perform, plan
from intake.engine.tasks.models import Task
from intake.engine.tasks.registry import TaskType
from intake.gateways.error_reports import ErrorReports
from tests.stand_ins.receiver import Receiver

MARKER = "Zebulon"


@pytest.fixture
def reporting(app, services, settings):
    """Another application that reports errors to a receiver: `(application, reports)`; `reports()` ends that."""
    with Receiver() as sentry:
        other = create_app(Settings.load(
            services.env | {"LOG_LEVEL": "ERROR", "SENTRY_DSN": f"http://key@127.0.0.1:{sentry.port}/1"}))
        [handler] = [each for each in logging.getLogger().handlers if isinstance(each, ErrorReports)]

        def reports():
            handler.stop()
            bodies = [request.body for request in sentry.at("/api/1/envelope/")]
            texts = [gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body for body in bodies]
            return [json.loads(line) for text in texts for line in text.splitlines()[2::2]]

        yield other, reports
        handler.stop()
        connect_to(settings.database_url)  # the connection belongs to the process, not to an application


def test_errors_are_reported_without_what_people_sent(reporting, firm):
    app, reports = reporting

    def fail(*_):
        secret = MARKER
        raise ValueError(f"{secret} <{MARKER}@example.com>")

    app.add_url_rule("/explodes/<name>", view_func=lambda name: fail(name), methods=["POST"])
    answer = app.test_client().post(
        f"/explodes/{MARKER}?name={MARKER}", json={"name": MARKER}, headers={"X-Name": MARKER, "Cookie": f"a={MARKER}"})
    with app.app_context():
        task = plan(firm.id, "fails", MARKER)
        with pytest.raises(TaskFailed):
            perform(Task.claim(task.id, "worker-1"), {"fails": TaskType(fail)})
        task.change(done_at=task.created_at)
    logging.getLogger("library").error("could not write to %s", MARKER)
    logging.getLogger("intake.quiet").warning("not an error")
    request, of_task, library = reports()

    assert MARKER not in json.dumps([request, of_task, library])
    assert (request["message"], request["tags"]["request_id"]) == ("unexpected error", answer.headers["X-Request-Id"])
    assert (of_task["message"], of_task["transaction"]) == ("task failed", "fails")
    assert (of_task["tags"]["task_id"], of_task["tags"]["firm_id"]) == (task.id, firm.id)
    for event in (request, of_task):
        [error] = event["exception"]["values"]
        assert (error["type"], "value" in error) == ("ValueError", False)
        assert error["stacktrace"]["frames"][-1].keys() <= {"filename", "function", "lineno", "in_app"}
        assert error["stacktrace"]["frames"][-1]["function"] == "fail"
    assert library["message"] == "library"

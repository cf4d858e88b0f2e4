"""Traces reach a collector by OTLP, and contain names from the code, never texts of people."""

import os
import sys

import pytest
import requests
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from app import create_app
from config.settings import Settings
from intake.core.db import connect_to, db
from intake.engine.tasks.actions import TaskFailed, perform, plan
from intake.engine.tasks.models import Task
from intake.engine.tasks.registry import TaskType
from intake.gateways.storage import StorageUnavailable
from local import ports
from tests.conftest import Api
from tests.preloaded import start
from tests.stand_ins.receiver import Answer, Receiver
from tests.web_server import Gunicorn

MARKER = "Zebulon"


def spans_at(collector):
    """Return the spans that arrived at a receiver."""
    exports = [ExportTraceServiceRequest.FromString(request.body) for request in collector.at("/v1/traces")]
    return [span for export in exports for resource in export.resource_spans
            for scope in resource.scope_spans for span in scope.spans]


@pytest.fixture
def traced(app, services, settings):
    """Another application that sends traces to a receiver: `(application, spans)`; `spans()` ends the tracing."""
    with Receiver() as collector:
        collector.answers("/v1/traces", Answer(200, b""))
        db.close()
        other = create_app(Settings.load(
            services.env | {"LOG_LEVEL": "WARNING", "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url("")}))

        def spans():
            other.extensions["traces"].stop()
            return spans_at(collector)

        yield other, spans
        other.extensions["traces"].stop()
        other.extensions["safe_http"].close()
        db.close()
        connect_to(settings.database_url)  # the connection belongs to the process, not to an application


def test_requests_tasks_statements_and_calls_are_traced_without_personal_data(traced, key_of, firm):
    app, spans = traced
    api = Api(app, key_of(firm))
    api.get(f"/matters?search={MARKER}", headers={"X-Request-Id": MARKER, "Cookie": f"a={MARKER}"})
    assert api.post("/clients", {"first_name": MARKER, "last_name": MARKER}).status_code == 201
    api.client.open(f"/p/{MARKER}", method="GET")
    api.client.open(f"/nothing/{MARKER}", method=MARKER.upper())

    def fail():
        raise ValueError(MARKER)

    with app.app_context(), Receiver() as endpoint:
        app.extensions["safe_http"].post(endpoint.url(f"/{MARKER}"), MARKER.encode(), {"x-name": MARKER})
        app.extensions["storage"].head(MARKER)
        app.extensions["storage"].bucket = f"{MARKER.lower()}-bucket"
        with pytest.raises(StorageUnavailable):
            app.extensions["storage"].check()
        with db.atomic():
            task = plan(firm.id, "fails", MARKER)
        with pytest.raises(TaskFailed):
            perform(Task.claim(task.id, "worker-1"), {"fails": TaskType(lambda _: fail())})
        task.change(done_at=task.created_at)
    found = spans()
    named = {span.name: span for span in found}

    assert MARKER.lower() not in " ".join(str(span) for span in found).lower()
    assert {"GET /api/v1/matters", "POST /api/v1/clients", "GET /p/<token>", "HTTP none", "task fails", "POST endpoint",
            "S3 HeadObject", "S3 HeadBucket", "INSERT clients", "INSERT tasks"} <= set(named)
    assert not {name for name in named if name.startswith("SELECT pg")}
    request = named["POST /api/v1/clients"]
    assert {value.key: value.value.string_value or value.value.int_value for value in request.attributes} == {
        "http.request.method": "POST", "http.route": "/api/v1/clients", "http.response.status_code": 201}
    assert named["INSERT clients"].parent_span_id == request.span_id
    failed = {value.key: value.value.string_value for value in named["task fails"].attributes}
    assert failed == {"error.type": "ValueError"}
    assert (named["task fails"].status.code, named["task fails"].events[:]) == (Status.STATUS_CODE_ERROR, [])


def test_forked_processes_send_their_traces_and_stopping_loses_none(services, app):
    with Receiver() as collector, ports.reserved(1) as (port,):
        collector.answers("/v1/traces", Answer(200, b""))
        with Gunicorn(services, port, WEB_CONCURRENCY="2", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url("")).running(
                seconds=30) as server:
            for _ in range(20):
                assert requests.get(f"{server.url}/healthz", timeout=30).ok

        assert [span.name for span in spans_at(collector)].count("GET /healthz") == 20


def test_web_server_loads_no_library_that_no_setting_asks_for_and_no_command(services, tmp_path):
    # redis-py loads OpenTelemetry's metrics if that is installed
    ours = ("opentelemetry.sdk.trace", "opentelemetry.exporter", "sentry_sdk", "intake.operations.cli", "dns")
    script = ("import sys; from app import create_app; create_app(); "
              f"print([name for name in sys.modules if name.startswith({ours})])")

    with open(tmp_path / "out", "w") as out:
        assert start(["-c", script], env={"PATH": os.environ["PATH"]} | services.env, stdout=out).wait(60) == 0

    assert (tmp_path / "out").read_text().strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize(("setting", "library", "extra"), [
    ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, "opentelemetry.trace", "tracing"),
    ({"SENTRY_DSN": "http://key@127.0.0.1:1/1"}, "sentry_sdk", "errors")])
def test_missing_library_is_named_at_the_start(services, settings, monkeypatch, setting, library, extra):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SystemExit, match=rf"requirements-{extra}\.txt"):
        create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING"} | setting))
    connect_to(settings.database_url)

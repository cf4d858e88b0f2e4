"""POST /webhooks/:id/test."""

from contextlib import ExitStack

import pytest

from intake.core.long_requests import max_long_requests, try_long_request
from intake.engine.events.models import Event
from intake.integrations.webhooks import actions
from tests.core.answers import data, refusal
from tests.stand_ins.receiver import CLOSE, NEVER, Answer

from .conftest import verified


def test_a_test_returns_how_the_endpoint_answered(api, endpoint, receiver):
    receiver.answers("/hook", Answer(204, delay=0.1))
    result = data(api.post(f"/webhooks/{endpoint.id}/test"))

    assert set(result) == {"webhook_id", "event", "delivered", "response_status", "response_time_ms", "sent_at"}
    assert result.items() >= {"webhook_id": endpoint.id, "event": "webhook.test", "delivered": True,
                              "response_status": 204}.items()
    assert 100 <= result["response_time_ms"] < 5000
    assert data(api.get("/webhooks"))[0]["last_triggered_at"] == result["sent_at"]


def test_a_test_event_is_signed_and_in_the_usual_envelope(api, endpoint, receiver, firm):
    result = data(api.post(f"/webhooks/{endpoint.id}/test"))
    [request] = receiver.requests

    event = verified(request, endpoint.secret)
    assert set(event) == {"id", "type", "created_at", "firm_id", "data"}
    assert event.items() >= {"id": request.id, "type": "webhook.test", "created_at": result["sent_at"],
                             "firm_id": firm.id}.items()
    assert event["data"] == {"webhook_id": endpoint.id, "message": "This is a test of your webhook endpoint."}


def test_an_endpoint_subscribed_to_other_events_can_be_tested(api, endpoint_of):
    narrow = endpoint_of("/narrow", events=["client.created"])

    assert data(api.post(f"/webhooks/{narrow.id}/test"))["delivered"] is True


def test_a_test_records_no_event(api, endpoint, firm, announced):
    api.post(f"/webhooks/{endpoint.id}/test")

    assert announced() == []
    assert not Event.of(firm).exists()
    assert data(api.get(f"/webhooks/{endpoint.id}/deliveries")) == []


def test_an_inactive_endpoint_is_not_tested(api, endpoint_of, receiver):
    off = endpoint_of("/off", active=False)

    assert refusal(api.post(f"/webhooks/{off.id}/test")) == (422, "webhook_inactive")
    assert receiver.requests == []


@pytest.mark.parametrize("status", [300, 302, 400, 404, 410, 429, 500, 503])
def test_any_answer_but_2xx_is_a_failure(api, endpoint, receiver, status):
    receiver.answers("/hook", Answer(status, headers={"Location": receiver.url("/elsewhere")}))
    answer = api.post(f"/webhooks/{endpoint.id}/test")

    assert refusal(answer) == (502, "delivery_failed")
    assert answer.json["error"]["details"] == {"webhook_id": endpoint.id, "response_status": status, "error": None}
    assert [request.path for request in receiver.requests] == ["/hook"]  # redirects are not followed


@pytest.mark.parametrize(("manner", "error"), [(NEVER, "timeout"), (CLOSE, "http")])
def test_without_an_answer_in_time_it_has_failed(api, endpoint, receiver, manner, error, monkeypatch):
    monkeypatch.setattr(actions, "TIMEOUT_SECONDS", 0.5)
    receiver.answers("/hook", manner)
    answer = api.post(f"/webhooks/{endpoint.id}/test")

    assert refusal(answer) == (502, "delivery_failed")
    assert answer.json["error"]["details"] == {"webhook_id": endpoint.id, "response_status": None, "error": error}


def test_a_refused_connection_fails_at_once(api, endpoint, receiver):
    endpoint.change(url="http://127.0.0.1:9/")
    answer = api.post(f"/webhooks/{endpoint.id}/test")

    assert answer.json["error"]["details"]["error"] == "connect"


def test_a_failed_test_does_not_count_against_the_endpoint(api, endpoint, receiver):
    receiver.answers("/hook", Answer(500))
    api.post(f"/webhooks/{endpoint.id}/test")

    assert (endpoint.row.failures, endpoint.row.failing_since, endpoint.row.active) == (0, None, True)


def test_tests_of_firms_leave_threads_to_others(app, api, rival_api, endpoint, receiver, at_once):
    """Slow endpoints, even of two firms, would otherwise leave the web server no thread for other requests."""
    receiver.answers("/hook", Answer(204, delay=1))
    theirs = data(rival_api.post("/webhooks", {"url": receiver.url("/theirs"), "events": ["*"]}), 201)
    most = max_long_requests()
    calls = [*[(api, endpoint.id)] * (most + 1), (rival_api, theirs["id"])]

    answers = at_once(len(calls), lambda index: calls[index][0].post(f"/webhooks/{calls[index][1]}/test"))

    assert {answer.status_code for answer in answers[:-1]} == {200, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert (refused.json["error"]["code"], refused.headers["Retry-After"]) == ("rate_limit_exceeded", "5")
    assert data(answers[-1])["delivered"] is True
    assert data(api.post(f"/webhooks/{endpoint.id}/test"))["delivered"] is True

    with ExitStack() as others:
        free = [others.enter_context(try_long_request(firm)) for firm in (*"aaaaaa", *"bbbbbb", "c")]
        assert free.count(True) == app.extensions["settings"].web_threads - 1
        assert free.index(True, most) == len("aaaaaa"), "the second firm may wait, too"

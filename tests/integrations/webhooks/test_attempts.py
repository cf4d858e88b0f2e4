"""The content of attempts, and their recorded outcomes."""

import os
import re
import resource
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.core.counters import totals
from intake.core.crypto import Vault, vault
from intake.integrations.webhooks.delivery import sender
from intake.integrations.webhooks.delivery.outcomes import ATTEMPTS
from intake.integrations.webhooks.models import DeliveryAttempt
from tests.core.answers import data, refusal
from tests.stand_ins.receiver import CLOSE, DRIP, NEVER, Answer

from .conftest import verified


@pytest.fixture
def attempted(endpoint, worker, record_events, firm):
    """Attempt to deliver one event, and return the recorded outcome."""
    def attempt():
        record_events()
        worker.deliver()
        [noted] = DeliveryAttempt.of(firm)
        return noted

    return attempt


def test_an_event_arrives_signed_and_in_its_envelope(endpoint, attempted, receiver, firm, announced):
    attempted()
    [request] = receiver.requests
    event = verified(request, endpoint.secret)

    assert set(event) == {"id", "type", "created_at", "firm_id", "data"}
    assert (event["type"], event["firm_id"], event["data"]) == ("matter.created", firm.id, announced()[0][1])
    assert re.fullmatch(r"evt_[0-9A-HJKMNP-TV-Z]{26}", event["id"])
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["webhook-id"] == event["id"]
    assert re.fullmatch(r"Intake/\d+\.\d+\.\d+ \(\+https?://\S+\)", request.headers["user-agent"])
    assert re.fullmatch(r"v1,[A-Za-z0-9+/]{43}=", request.headers["webhook-signature"])
    assert abs(int(request.headers["webhook-timestamp"]) - now().timestamp()) < 60


def test_every_retry_has_the_same_id_and_body_and_a_time_of_its_own(endpoint, worker, record_events, receiver):
    receiver.answers("/hook", Answer(500), Answer(500), Answer(200))
    record_events()
    for _ in range(3):
        worker.deliver()
        endpoint.make_due()
    requests = receiver.requests

    assert len(requests) == 3
    assert len({(request.id, request.body) for request in requests}) == 1
    for request in requests:
        assert verified(request, endpoint.secret)
        assert abs(int(request.headers["webhook-timestamp"]) - request.at) < 10


def test_a_name_of_any_alphabet_arrives_as_it_is(endpoint, worker, receiver, api):
    api.post("/matters", {"title": "Ñandú v. Ü ✓ 日本 \"quoted\" \\", "practice_area": "other"})
    worker.deliver()

    assert verified(receiver.requests[0], endpoint.secret)["data"]["title"] == "Ñandú v. Ü ✓ 日本 \"quoted\" \\"


@pytest.mark.parametrize("status", [200, 201, 204, 299])
def test_every_2xx_is_success(attempted, endpoint, receiver, status):
    receiver.answers("/hook", Answer(status, b""))
    noted = attempted()

    assert (noted.response_status, noted.error, noted.response_body) == (status, None, "")
    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_a_failure_and_not_followed(attempted, endpoint, receiver, status):
    receiver.answers("/hook", Answer(status, headers={"Location": receiver.url("/elsewhere")}))

    assert attempted().response_status == status
    assert [request.path for request in receiver.requests] == ["/hook"]
    assert [delivery.status for delivery in endpoint.deliveries] == ["pending"]


@pytest.mark.parametrize(("answer", "kept"), [
    (b"x" * 20_000, "x" * 16_384), (b"a\x00b\xff", "a\ufffdb\ufffd"), (b"\xed\xa0\x80", "\ufffd" * 3),
    ("é".encode() * 9000, "é" * 8192), (b"'); DROP TABLE deliveries; --", "'); DROP TABLE deliveries; --"),
])
def test_an_answer_is_kept_as_text_up_to_16_kib(attempted, receiver, answer, kept):
    receiver.answers("/hook", Answer(500, answer))

    assert attempted().response_body == kept


def test_the_duration_of_an_attempt_is_recorded(attempted, receiver):
    receiver.answers("/hook", Answer(delay=0.2))

    assert 200 <= attempted().duration_ms < 5000


@pytest.mark.parametrize(("url", "error"), [
    ("http://127.0.0.1:9/", "connect"), ("https://no-such-host.invalid/", "dns"), ("https://10.0.0.1/", "refused"),
])
def test_the_kind_of_error_of_an_attempt_is_recorded(attempted, endpoint, url, error):
    endpoint.change(url=url)
    noted = attempted()

    assert (noted.error, noted.response_status, noted.response_body) == (error, None, None)
    assert [delivery.status for delivery in endpoint.deliveries] == ["pending"]


def test_nothing_is_sent_to_https_without_tls(attempted, endpoint, receiver):
    endpoint.change(url=receiver.url("/hook").replace("http:", "https:"))

    assert attempted().error == "tls"
    assert receiver.requests == []


def test_a_connection_that_is_cut_is_recorded(attempted, receiver):
    receiver.answers("/hook", CLOSE)

    assert attempted().error == "http"


def test_silence_and_a_trickle_both_end_when_the_time_is_over(
        endpoint_of, worker, record_events, receiver, firm, monkeypatch):
    assert sender.TIMEOUT_SECONDS == 5
    monkeypatch.setattr(sender, "TIMEOUT_SECONDS", 0.6)
    endpoints = [endpoint_of(f"/{number}") for number in range(2)]
    receiver.answers("/0", NEVER)
    receiver.answers("/1", DRIP)
    record_events()
    worker.deliver()

    assert all(delivery.status == "pending" for endpoint in endpoints for delivery in endpoint.deliveries)
    for noted in DeliveryAttempt.of(firm):
        assert noted.error == "timeout"
        assert 500 <= noted.duration_ms < 4900


def test_a_secret_whose_key_is_missing_costs_no_attempt_and_no_other_endpoint_anything(
        endpoint, endpoint_of, worker, record_events, receiver, api, caplog):
    other = endpoint_of("/other")
    endpoint.change(secret=Vault(["a key that was taken away too early"]).seal(endpoint.secret))
    record_events()
    worker.deliver()

    assert [request.path for request in receiver.requests] == ["/other"]
    [delivery] = data(api.get(f"/webhooks/{endpoint.id}/deliveries"))
    assert (delivery["status"], delivery["attempts"]) == ("pending", [])
    assert (endpoint.row.failures, endpoint.row.failing_since) == (0, None)
    assert other.deliveries[0].status == "delivered"
    assert "stored secret not opened: no key of TOKEN_ENCRYPTION_KEYS fits" in caplog.messages
    assert refusal(api.post(f"/webhooks/{endpoint.id}/test")) == (503, "key_missing")

    found = data(api.post(f"/webhooks/{endpoint.id}/rotate-secret"))  # the way out while the key stays lost
    endpoint.change(open_until=None)
    endpoint.make_due()
    worker.deliver()
    [request] = receiver.at("/hook")
    assert verified(request, found["signing_secret"])


def test_a_process_without_room_for_a_connection_costs_no_attempt(endpoint, worker, record_events, receiver):
    record_events()
    worker.relay()
    [dispatch], limits = worker.claim(), resource.getrlimit(resource.RLIMIT_NOFILE)
    os.close(next_file := os.dup(0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_file, limits[1]))
    try:
        outcome = sender.attempt(worker._web, worker._vault, dispatch)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    worker.record([outcome])

    assert [(delivery.status, delivery.attempts) for delivery in endpoint.deliveries] == [("pending", 0)]


def test_a_secret_is_opened_with_an_older_key_as_well(endpoint, attempted, receiver, settings):
    endpoint.change(secret=Vault([settings.secret_key]).seal(vault.open(endpoint.row.secret)))

    assert attempted().response_status == 200


def test_attempts_are_counted_by_their_outcome(endpoint, worker, record_events, receiver):
    receiver.answers("/hook", Answer(200), Answer(503), CLOSE)
    before = totals()
    for _ in range(3):
        record_events()
        worker.deliver()
        endpoint.change(open_until=None)

    grown = {name: total - before.get(name, 0) for name, total in totals().items()}
    assert {name: by for name, by in grown.items() if by} == {
        f"{ATTEMPTS}delivered": 1, f"{ATTEMPTS}5xx": 1, f"{ATTEMPTS}http": 1}


def test_an_endpoint_was_triggered_even_when_it_failed(endpoint, attempted, receiver):
    receiver.answers("/hook", Answer(500))
    noted = attempted()

    assert endpoint.row.last_triggered_at == noted.attempted_at
    assert now() - noted.attempted_at < timedelta(minutes=1)

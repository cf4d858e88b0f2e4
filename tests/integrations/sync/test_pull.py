"""Counting the matters at the platform, page by page."""

import pytest

from intake.cases.matters.models import Matter
from intake.engine.tasks.models import Task
from intake.gateways.platform_http import PlatformUnavailable
from intake.integrations.connections.transport import TokenTransport
from intake.integrations.platforms.registry import get_platform
from intake.integrations.sync.models import SyncLog


def test_pull_counts_every_page(clio, connection, matter, run, firm):
    run(matter)
    for number in range(450):
        clio.add_matter(f"Theirs {number}")
    log = run(action="pull_matters")

    assert log.status == "success"
    assert log.details["pulled"] == {"matters": 451, "linked": 1, "linked_ids": [str(min(clio.matters))]}
    assert Matter.of(firm).count() == 1
    assert [call.query["limit"] for call in clio.calls_to("GET /api/v4/matters.json")[-3:]] == ["200"] * 3


def test_long_pull_gives_other_tasks_their_turn(clio, connection, run, firm, worker, monkeypatch):
    monkeypatch.setattr("intake.integrations.sync.matters._TURN_SECONDS", 0)
    for number in range(450):
        clio.add_matter(f"Theirs {number}")
    log = run(action="pull_matters")

    assert (log.status, log.details["pulled"]["matters"]) == ("success", 450)
    assert Task.of(firm).where(Task.name == "sync", Task.arguments == [log.id]).count() == 3


def test_interrupted_pull_continues_with_the_next_page(clio, connection, run, worker, let_time_pass):
    for number in range(450):
        clio.add_matter(f"Theirs {number}")

    def limit_rate(moment, call):
        if moment == "before" and "page_token" in call.query and not limited:
            limited.append(clio.fail(429, retry_after=60))

    limited, clio.on_request = [], limit_rate
    log = run(action="pull_matters")
    assert (log.status, log.details["pulled"]["matters"]) == ("pending", 200)
    before = len(clio.calls)
    log.change(waits=0)
    clio.on_request = None
    let_time_pass()
    worker.perform_tasks()

    assert SyncLog.fetch(log, log.id).details["pulled"]["matters"] == 450
    assert len(clio.calls) == before + 2


def test_next_page_on_another_host_is_not_requested(clio, connection, run):
    for number in range(201):
        clio.add_matter(f"Theirs {number}")
    address, clio.url = clio.url, "http://127.0.0.1:9"
    log = run(action="pull_matters")
    clio.url = address

    assert (log.status, log.error_code) == ("failed", "platform_error")
    assert "address that is not its own" in log.error_message


@pytest.mark.parametrize("length", [1, 2, 5])
def test_cyclic_pages_end_the_pull(length, clio, connection, run):
    def lead(moment, call):
        place = int(call.query.get("place", 0))
        clio.instead["GET /api/v4/matters.json"] = {"data": [{"id": place + 1}], "meta": {"paging": {
            "next": f"{clio.url}/api/v4/matters.json?place={(place + 1) % length}"}}}

    clio.on_request = lead
    log = run(action="pull_matters")

    assert (log.status, log.error_code) == ("failed", "platform_error")
    assert "comes to no end" in log.error_message
    assert len(clio.calls_to("GET /api/v4/matters.json")) <= 4 * length + 2


def test_cyclic_pages_end_a_search(clio, connection, matter, run):
    clio.instead = {"GET /api/v4/contacts.json": {"data": [{"id": 1}], "meta": {"paging": {
        "next": f"{clio.url}/api/v4/contacts.json?again=1"}}}}
    log = run(matter)

    assert (log.error_code, len(clio.calls_to("GET /api/v4/contacts.json"))) == ("platform_error", 2)


@pytest.mark.parametrize("address", ["@elsewhere.example/x", ".elsewhere.example/x", "https://elsewhere.example/x", ""])
def test_token_is_not_sent_to_other_hosts(address, clio, connection):
    with pytest.raises(PlatformUnavailable, match="not its own"):
        TokenTransport(get_platform("clio"), "the-token").request("GET", address)


def test_malformed_page_is_a_platform_error(clio, connection, run):
    for number in range(3):
        clio.add_matter(f"Theirs {number}")
    clio.fail("malformed", on="GET /api/v4/matters")

    assert run(action="pull_matters").error_code == "platform_error"

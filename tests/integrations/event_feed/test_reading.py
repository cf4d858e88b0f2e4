"""The feed has every public event once, in the order of the commits, whatever is committed while it is read."""

import threading
from datetime import timedelta

from intake.cases.matters.actions import update
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.events.actions import record_event
from intake.engine.events.models import Event
from intake.engine.events.states import PUBLIC
from intake.integrations.event_feed import actions
from tests.builders import a_client, a_matter
from tests.core.answers import data, refusal


def _page(api, **query):
    answer = api.get("/events", query_string=query)
    assert answer.status_code == 200, answer.text
    return answer.json["data"], answer.json["pagination"]


def _walk(api, **query):
    """Read the feed to its end; return its events and the last cursor."""
    events, pagination = _page(api, **query)
    while pagination["has_more"]:
        more, pagination = _page(api, **query | {"cursor": pagination["next_cursor"]})
        events += more
    return events, pagination["next_cursor"]


def test_events_are_what_endpoints_get(api, firm, rival, statements):
    matter = a_matter(firm)
    a_matter(rival)
    update(firm, matter.id, title="Delgado v. Harbor")
    with db.atomic():
        record_event("upload.scanned", firm.id, {})
    [created, updated], pagination = _page(api)
    with statements() as idle:
        nothing, after = _page(api, cursor=pagination["next_cursor"])
    _, from_the_start = _page(api, created_after=iso(now() + timedelta(days=1)))

    assert created["type"] == "matter.created"
    assert created["firm_id"] == firm.id
    assert created["data"] == Event.fetch(firm, created["id"]).data
    assert created["data"]["intake_link"] is None
    assert updated["data"]["title"] == "Delgado v. Harbor"
    assert pagination == {"per_page": 20, "has_more": False, "next_cursor": "2"}
    assert (nothing, after["next_cursor"], after["has_more"]) == ([], "2", False)
    assert len(idle) == 3, idle
    assert from_the_start["next_cursor"] == "0"


def test_a_type_has_its_events_however_few_they_are(api, firm, monkeypatch):
    monkeypatch.setattr(actions, "BATCH", 3)
    for _ in range(4):
        a_matter(firm)
    client = a_client(firm)
    [event], cursor = _walk(api, type="client.created", per_page=1)
    later = a_client(firm, email="later@example.com")
    again, _ = _walk(api, type="client.created", cursor=cursor)
    everything, _ = _walk(api, per_page=2)

    assert event["data"]["id"] == client.id
    assert [each["data"]["id"] for each in again] == [later.id]
    assert len(everything) == 6


def test_what_is_committed_later_comes_later(app, api, firm):
    recorded, to_commit = threading.Event(), threading.Event()

    def slow():
        with app.app_context():
            with db.atomic():
                record_event("matter.created", firm.id, {"id": "slow"})
                recorded.set()
                assert to_commit.wait(60)
            db.close()

    writer = threading.Thread(target=slow)
    writer.start()
    assert recorded.wait(60)
    quick = a_matter(firm)
    first, cursor = _walk(api)
    to_commit.set()
    writer.join(60)
    then, _ = _walk(api, cursor=cursor)

    assert [event["data"]["id"] for event in first] == [quick.id]
    assert [event["data"]["id"] for event in then] == ["slow"]
    assert then[0]["id"] < first[0]["id"]


def test_readers_at_once_agree(api, firm, at_once):
    for _ in range(5):
        a_matter(firm)
    found = at_once(3, lambda _: data(api.get("/events?per_page=3")))

    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 3


def test_a_page_is_found_by_its_index(firm):
    plans = []
    with db.atomic():  # a few rows are sorted more quickly
        db.execute_sql("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
        for query in (Event.of(firm).where(Event.position > 0).order_by(Event.position).limit(21),
                      Event.of(firm).where(Event.position.is_null()).order_by(Event.id).limit(1)):
            sql, params = query.sql()
            plans.append("\n".join(line for line, in db.execute_sql(f"EXPLAIN {sql}", params)))

    assert "events_by_position" in plans[0], plans
    assert "events_without_position" in plans[1], plans
    assert not any("Sort" in plan for plan in plans), plans


def test_only_events_of_records_that_the_caller_may_read_are_shown(api_of, firm):
    a_matter(firm, client_id=a_client(firm).id)
    with db.atomic():
        for type in PUBLIC:
            record_event(type, firm.id, {})
    shown = {scopes: {event["type"] for event in _walk(api_of(firm, "webhooks:read", *scopes), per_page=5)[0]}
             for scopes in ((), ("matters:read",), ("clients:read",), ("documents:read",), ("firms:read",))}

    assert shown[()] == set()
    assert shown["clients:read",] == {"client.created", "client.merged", "client.merge_undone"}
    assert shown["documents:read",] == {"document.uploaded", "document.approved", "document.rejected"}
    assert shown["firms:read",] == {"record.erased"}
    assert {each.partition(".")[0] for each in shown["matters:read",]} == {"matter", "intake", "lead", "letter"}
    assert set.union(*shown.values()) == set(PUBLIC)
    by_key = api_of(firm, "webhooks:read", "clients:read")
    assert data(by_key.get("/events?type=client.created"))
    refused = by_key.get("/events?type=matter.created")
    assert refusal(refused) == (403, "insufficient_scope")
    assert refused.json["error"]["details"] == {"required_scope": "matters:read"}

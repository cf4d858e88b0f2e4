"""GET /webhooks/:id/statistics, and the filters of an endpoint's deliveries."""

from datetime import timedelta

from intake.core.clock import iso, now
from intake.engine.events.models import Event
from tests.builders import a_client
from tests.core.answers import data
from tests.stand_ins.receiver import Answer

NONE = {"delivered": 0, "retrying": 0, "pending": 0, "failed": 0, "cancelled": 0}


def test_deliveries_are_counted_by_hour_and_outcome(
        api, rival_api, endpoint, record_events, worker, receiver, statements):
    receiver.answers("/hook", Answer(200), Answer(500))
    record_events(5)
    worker.deliver()
    earlier, older, given_up, _retried = [each for each in endpoint.deliveries if each.status == "pending"]
    earlier.change(created_at=now() - timedelta(hours=3), status="cancelled")
    older.change(created_at=now() - timedelta(hours=25))
    given_up.change(status="failed")
    record_events()
    worker.relay()
    path = f"/webhooks/{endpoint.id}/statistics"
    api.get(path)
    with statements() as seen:
        shown = data(api.get(path))

    assert shown["totals"] == {"delivered": 1, "retrying": 1, "pending": 1, "failed": 1, "cancelled": 1}
    assert (len(shown["hours"]), shown["hours"][0]["hour"], len(seen)) == (24, shown["since"], 3)
    assert {name: shown["hours"][-4][name] for name in NONE} == NONE | {"cancelled": 1}
    assert shown["hours"][-1]["hour"] < iso(now()) < shown["until"]
    assert rival_api.get(path).status_code == 404


def test_deliveries_are_filtered_by_event_and_time(api, firm, endpoint, record_events, worker):
    record_events()
    a_client(firm)
    worker.relay()
    old, new = endpoint.deliveries
    old.change(created_at=now() - timedelta(days=2))
    types = {event.id: event.type for event in Event.of(firm)}
    yesterday = iso(now() - timedelta(days=1))

    def listed(**query):
        answer = api.get(f"/webhooks/{endpoint.id}/deliveries", query_string=query)
        rows = data(answer)
        assert answer.json["pagination"]["total"] == len(rows)
        return [row["id"] for row in rows]

    assert listed(created_before=yesterday) == [old.id]
    assert listed(created_after=yesterday) == [new.id]
    assert listed(event_type=types[new.event_id], created_after=yesterday) == [new.id]
    assert listed(event_type=types[new.event_id], created_before=yesterday) == []
    assert listed(event_type="intake.completed") == []

"""The pages of webhook endpoints and their deliveries."""

import re
from datetime import timedelta

import pytest

from intake.console.developers.webhooks import states
from intake.core.clock import now
from intake.engine.events.states import PUBLIC
from intake.integrations.webhooks.models import Delivery, Webhook
from tests.builders import a_client, a_matter, a_user
from tests.integrations.webhooks.conftest import endpoint_of  # noqa: F401  (fixtures)
from tests.stand_ins.receiver import Answer

PAGE = "/settings/developers/webhooks"
SECRET = re.compile(r"whsec_[A-Za-z0-9+/=&#;]{40,}")


@pytest.fixture
def endpoint(endpoint_of):  # noqa: F811
    return endpoint_of("/hook")


def add(desk, **changes):
    return desk.post(PAGE, desk.form(PAGE, PAGE).fields | {"url": "https://example.com/hook"} | changes)


def status_of(text):
    """The sentence in the toast."""
    return re.search(r'<div class="toast.*?<p>(.*?)</p>', text)[1]


def test_endpoint_is_added_changed_paused_and_deleted(firm, desk):
    made = add(desk, all="", events=["matter.created"], description="Our accounts")
    webhook = Webhook.of(firm).get()
    path = f"{PAGE}/{webhook.id}"
    assert (webhook.events, webhook.description) == (["matter.created"], "Our accounts")
    assert (SECRET.search(made.text) is None, SECRET.search(desk.get(path).text)) == (False, None)

    assert "misses nothing" in desk.submit(path, f"{path}/rotate-secret").text
    assert "The previous secret signs until" in desk.get(path).text
    desk.submit(path, path, all="yes")
    desk.submit(path, f"{path}/pause")
    webhook = Webhook.fetch(firm, webhook.id)
    assert (webhook.events, webhook.active, len(webhook.signing_secrets)) == (["*"], False, 2)
    page = desk.get(path).text
    assert ("Turn it on" in page, f"{path}/test" in page) == (True, False)
    desk.submit(path, f"{path}/resume")
    assert Webhook.fetch(firm, webhook.id).active
    assert desk.submit(path, f"{path}/delete").headers["Location"] == f"{PAGE}?done=deleted"
    assert desk.get(path).status_code == 404


def test_what_somebody_else_has_changed_of_an_endpoint_meanwhile_stays(firm, desk, signed_in_as):
    add(desk, all="", events=["matter.created"], description="Our accounts")
    webhook = Webhook.of(firm).get()
    path = f"{PAGE}/{webhook.id}"
    opened = desk.form(path, path).fields
    signed_in_as(a_user(firm, "admin")).submit(path, path, events=["matter.created", "matter.updated"])
    answer = desk.post(path, opened | {"description": "Billing"})
    assert (answer.status_code, "What it receives, as it is now" in answer.text, 'value="Billing"' in answer.text) == (
        409, True, True)
    assert Webhook.fetch(firm, webhook.id).events == ["matter.created", "matter.updated"]
    form = next(each for each in desk.forms_of(answer.text) if each.action == path)
    assert desk.post(path, form.fields).status_code == 303
    assert Webhook.fetch(firm, webhook.id).description == "Billing"


@pytest.mark.parametrize(("changes", "said"), [
    ({"url": "http://example.com/"}, "begins with https"), ({"url": "ftp://x"}, "begins with https"),
    ({"url": "https://10.0.0.1/"}, "reachable from the internet"), ({"all": "", "events": []}, "at least one"),
    ({"all": "", "events": ["nonsense"]}, "at least one"), ({"description": "x" * 1001}, "1,000 characters"),
], ids=["http", "scheme", "private", "no-event", "unknown-event", "long"])
def test_what_is_wrong_is_said_and_nothing_is_added(firm, desk, changes, said):
    answer = add(desk, **changes)

    assert (answer.status_code, said in answer.text, Webhook.of(firm).count()) == (422, True, 0)


def test_failing_endpoint_is_watched_tested_and_sent_to_again(firm, desk, endpoint, worker, receiver):
    receiver.answers("/hook", Answer(500, b"<b>out of order</b>"))
    path = f"{PAGE}/{endpoint.id}"
    tested = desk.get(desk.submit(path, f"{path}/test").headers["Location"]).text
    assert ("with an error" in status_of(tested), "Tests are not counted." in tested) == (True, True)
    matter = a_matter(firm, title="Silva divorce")
    worker.deliver()
    page = desk.get(path).text
    assert "Failing since" in page
    assert '<rect class="retrying"' in page
    assert "answered 500" in page

    delivery = endpoint.deliveries[0]
    shown = desk.get(f"{path}/deliveries/{delivery.id}").text
    assert "&lt;b&gt;out of order&lt;/b&gt;" in shown
    assert ("Answered 500" in shown, matter.id in shown) == (True, True)

    delivery.change(status="failed")
    receiver.answers("/hook", Answer(200))
    assert "success" in status_of(desk.get(desk.submit(path, f"{path}/test").headers["Location"]).text)
    answer = desk.submit(path, f"{path}/redeliver-failed")
    assert "being sent again" in status_of(desk.get(answer.headers["Location"]).text)
    worker.deliver()
    assert endpoint.deliveries[0].status == "delivered"
    answer = desk.submit(path, f"{path}/redeliver-failed")
    assert "Nothing has failed" in status_of(desk.get(answer.headers["Location"]).text)
    answer = desk.submit(f"{path}/deliveries/{delivery.id}", f"{path}/deliveries/{delivery.id}/redeliver")
    assert endpoint.deliveries[0].status == "pending"

    every = "/settings/developers/deliveries"
    endpoint.deliveries[0].change(status="failed")
    for query, found in ((f"?endpoint={endpoint.id}&status=failed", True), ("?status=delivered", False),
                         ("?event=client.created", False), ("?endpoint=wh_x&page=²", True)):
        page = desk.get(every + query).text
        assert (f"/{endpoint.id}/deliveries/{delivery.id}" in page) == found, query
    form = desk.form(f"{every}?status=failed", every)
    assert "done=nothing" in desk.post(every, form.fields | {"event": "client.created"}).headers["Location"]
    assert "done=all-redelivered&status=failed" in desk.post(every, form.fields).headers["Location"]
    assert endpoint.deliveries[0].status == "pending"

    fields = desk.form(path, f"{path}/test").fields
    endpoint.change(active=False, disabled_reason="gone")
    assert "410 Gone" in desk.get(path).text
    for act in ("test", "redeliver-failed", f"deliveries/{delivery.id}/redeliver"):
        answer = desk.post(f"{path}/{act}", fields)
        assert "Turn it on first" in status_of(desk.get(answer.headers["Location"]).text)


def test_deliveries_are_filtered(firm, desk, endpoint, worker):
    a_matter(firm)
    a_client(firm)
    worker.relay()
    older, newer = endpoint.deliveries
    older.change(created_at=now() - timedelta(days=3), status="failed")
    day = (now() - timedelta(days=2)).date()

    def shown(query):
        page = desk.get(f"{PAGE}/{endpoint.id}?{query}").text
        return [each.id for each in (older, newer) if f"/deliveries/{each.id}\"" in page]

    assert shown("") == [older.id, newer.id]
    assert (shown("status=failed"), shown("status=pending")) == ([older.id], [newer.id])
    assert (shown(f"to={day}"), shown(f"from={day}")) == ([older.id], [newer.id])
    assert shown("event=intake.completed") == []
    assert shown("status=x&event=%00&from=2026-02-30&to=9999-12-31&page=-1") == [older.id, newer.id]


def test_other_roles_and_firms_find_nothing(firm, rival, desk, endpoint, worker, signed_in_as):
    a_matter(firm)
    worker.relay()
    stranger, [delivery] = signed_in_as(a_user(rival, "admin")), endpoint.deliveries
    path, form = f"{PAGE}/{endpoint.id}", stranger.form(PAGE, PAGE).fields
    for each in (stranger, signed_in_as(a_user(firm, "attorney"))):
        assert [each.get(f"{path}{more}").status_code for more in ("", f"/deliveries/{delivery.id}")] == [404] * 2
    acts = ("", "/pause", "/resume", "/delete", "/test", "/rotate-secret", "/redeliver-failed",
            f"/deliveries/{delivery.id}/redeliver")

    assert [stranger.post(f"{path}{act}", form).status_code for act in acts] == [404] * len(acts)
    assert (Delivery.fetch(firm, delivery.id).status, Webhook.fetch(firm, endpoint.id).active) == ("pending", True)


def test_every_event_has_a_name():
    assert states.EVENTS.keys() == set(PUBLIC)

"""PATCH and DELETE /webhooks/:id."""

import pytest

from tests.core.answers import data, refusal, wrong_fields

WANTED = {"url": "https://hooks.example.com/intake", "events": ["matter.created"], "description": "Our CRM"}


@pytest.fixture
def made(api):
    """A new endpoint, as returned by its creation."""
    return data(api.post("/webhooks", WANTED), 201)


@pytest.mark.parametrize(("change", "value"), [
    ("events", ["client.created", "*"]), ("description", "Their CRM"), ("description", None), ("active", False),
])
def test_each_field_can_be_changed_alone(api, made, change, value):
    changed = data(api.patch(f"/webhooks/{made['id']}", {change: value}))

    assert changed == {name: made[name] for name in changed} | {change: value, "updated_at": changed["updated_at"]}
    assert changed["updated_at"] >= made["updated_at"]
    assert data(api.get(f"/webhooks/{made['id']}")).items() >= changed.items()


def test_events_are_deduplicated_on_update(api, made):
    assert data(api.patch(f"/webhooks/{made['id']}", {"events": ["*", "*"]}))["events"] == ["*"]


def test_an_update_changes_only_the_given_fields(api, made):
    shown = data(api.get(f"/webhooks/{made['id']}"))

    assert data(api.patch(f"/webhooks/{made['id']}", {})).items() <= shown.items()
    assert data(api.patch(f"/webhooks/{made['id']}", shown)).items() <= shown.items()
    assert data(api.patch(f"/webhooks/{made['id']}", made)).items() <= shown.items()


@pytest.mark.parametrize("url", ["https://other.example.com/", "https://hooks.example.com/intake/", "http://10.0.0.1/"])
def test_the_url_cannot_be_changed(api, made, url):
    assert wrong_fields(api.patch(f"/webhooks/{made['id']}", {"url": url, "active": False})) == {"url"}
    assert data(api.get(f"/webhooks/{made['id']}")).items() >= {"url": made["url"], "active": True}.items()


def test_events_cannot_be_emptied(api, made):
    assert wrong_fields(api.patch(f"/webhooks/{made['id']}", {"events": []})) == {"events"}


def test_a_deleted_endpoint_is_gone(api, made):
    assert data(api.delete(f"/webhooks/{made['id']}")) == {"id": made["id"], "deleted": True}

    assert data(api.get("/webhooks")) == []
    for answer in (api.get(f"/webhooks/{made['id']}"), api.delete(f"/webhooks/{made['id']}"),
                   api.patch(f"/webhooks/{made['id']}", {"active": True})):
        assert refusal(answer) == (404, "webhook_not_found")


def test_an_endpoint_with_a_history_can_be_deleted(api, endpoint, worker, record_events):
    record_events(2)
    worker.deliver()
    record_events()
    worker.relay()

    assert data(api.delete(f"/webhooks/{endpoint.id}"))["deleted"] is True
    assert endpoint.deliveries == []


def test_a_new_subscription_holds_for_later_events(api, endpoint, worker, record_events, receiver, firm):
    api.patch(f"/webhooks/{endpoint.id}", {"events": ["client.created"]})
    record_events()
    worker.deliver()
    api.patch(f"/webhooks/{endpoint.id}", {"events": ["matter.created"]})
    [later] = record_events()
    worker.deliver()

    assert [request.event["data"]["id"] for request in receiver.requests] == [later.id]

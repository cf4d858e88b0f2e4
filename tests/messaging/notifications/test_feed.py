"""GET /notifications, /notifications/recent; POST …/:id/read, …/read-all."""

from datetime import timedelta

import pytest

from intake.accounts.users.models import User
from intake.core.clock import iso, now
from intake.core.db import db
from intake.messaging.notifications import actions
from intake.messaging.notifications.models import Notification, NotificationRead
from intake.messaging.notifications.states import MESSAGE_RECEIVED
from tests.builders import a_communication, a_matter, a_user
from tests.core.answers import data, ids


@pytest.fixture
def record(firm):
    """Record a notification and return it: `record()`, `record(occasion="x")`."""

    def create(type=MESSAGE_RECEIVED, occasion=None, scope=firm):
        matter = a_matter(scope)
        with db.atomic():
            actions.record_notification(scope.id, type, occasion or matter.id, {"matter_id": matter.id}, matter=matter,
                                        communication=a_communication(scope, matter))
        return Notification.of(scope).order_by(Notification.created_at.desc(), Notification.id.desc()).first()

    return create


def test_feed_lists_notifications_newest_first(api, record, firm):
    first, second = record(), record()

    answer = api.get("/notifications")

    assert ids(answer) == [second.id, first.id]
    assert data(answer)[1] == {
        "id": first.id, "type": "message_received", "message": first.message, "data": first.data, "read": False,
        "read_at": None, "created_at": iso(first.created_at)}
    assert answer.json["unread_count"] == 2
    assert answer.json["pagination"] == {"page": 1, "per_page": 50, "total": 2, "has_more": False}


def test_occasion_is_recorded_once(record, at_once, firm):
    record(occasion="same")
    record(occasion="same")
    at_once(4, lambda _: record(occasion="other"))
    assert Notification.of(firm).count() == 2


def test_read_marks_one_notification(api, record):
    first, second = record(), record()

    shown = data(api.post(f"/notifications/{first.id}/read"))
    again = data(api.post(f"/notifications/{first.id}/read"))

    assert shown["read"]
    assert shown["read_at"] == again["read_at"]
    assert api.get("/notifications").json["unread_count"] == 1
    assert ids(api.get("/notifications?read=true")) == [first.id]
    assert ids(api.get("/notifications?read=false")) == [second.id]


def test_read_all_marks_own_notifications(api, record, rival, rival_api):
    record(), record(), record(scope=rival)
    assert data(api.post("/notifications/read-all")) == {"marked": 2}
    assert data(api.post("/notifications/read-all")) == {"marked": 0}
    assert api.get("/notifications").json["unread_count"] == 0
    assert rival_api.get("/notifications").json["unread_count"] == 1


def test_person_reads_for_oneself(api, api_as, record, firm):
    before = record()
    person, colleague = (api_as(a_user(firm, "admin")) for _ in range(2))
    first, second, third = record(), record(), record()
    assert person.get("/notifications").json["unread_count"] == 3  # notifications older than the account count as read

    shown = data(person.post(f"/notifications/{first.id}/read"))
    assert (shown["read"], shown["read_at"]) == (True, data(person.get("/notifications?read=true"))[0]["read_at"])
    assert ids(person.get("/notifications?read=false")) == [third.id, second.id]
    assert ids(colleague.get("/notifications?read=true")) == [before.id]
    assert data(person.post("/notifications/read-all")) == {"marked": 2}
    assert data(person.post("/notifications/read-all")) == {"marked": 0}
    assert [row["read"] for row in data(person.get("/notifications"))] == [True] * 4
    fourth = record()
    assert ids(person.get("/notifications?read=false")) == [fourth.id]
    assert data(api.post("/notifications/read-all")) == {"marked": 5}  # the firm's own state
    assert [reader.get("/notifications").json["unread_count"] for reader in (api, person, colleague)] == [0, 1, 4]

    record().change(created_at=now() + timedelta(hours=1))  # by a fast clock
    assert [data(reader.post("/notifications/read-all"))["marked"] for reader in (api, person)] == [1, 2]
    assert [reader.get("/notifications").json["unread_count"] for reader in (api, person)] == [0, 0]
    record().change(created_at=now() - timedelta(seconds=9))  # and one created before, but committed only now
    assert [reader.get("/notifications").json["unread_count"] for reader in (api, person)] == [1, 1]

    Notification.update(created_at=Notification.created_at - timedelta(hours=2)).execute()
    User.update(created_at=User.created_at - timedelta(hours=3), notifications_read_until=None).execute()
    assert data(person.post("/notifications/read-all")) == {"marked": 2}  # `before` is after the account now
    assert not NotificationRead.select().where(NotificationRead.firm_id == firm.id).exists()
    assert person.get("/notifications").json["unread_count"] == 0


def test_message_requires_the_scope_of_what_it_names(api_of, record, firm):
    for type in ("payment_failed", "message_received", "document_uploaded", "reminders_ended"):
        latest = record()
        latest.change(type=type)
    shown = [[row["type"] for row in data(api_of(firm, "firms:read", *more).get("/notifications")) if row["message"]]
             for more in ((), ("matters:read",), ("documents:read",), ("clients:read",))]
    assert shown == [["payment_failed"], ["message_received", "payment_failed"],
                     ["document_uploaded", "payment_failed"], ["reminders_ended", "payment_failed"]]
    assert data(api_of(firm, "firms:write").post(f"/notifications/{latest.id}/read"))["message"] is None


def test_type_filters_and_unread_count_does_not(api, record):
    wanted, _ = record(type="intake_completed"), record()
    answer = api.get("/notifications?type=intake_completed")
    assert ids(answer) == [wanted.id]
    assert answer.json["unread_count"] == 2


def test_recent_and_pages_are_limited(api, record):
    made = [record().id for _ in range(12)]
    assert ids(api.get("/notifications/recent")) == made[:1:-1]
    assert ids(api.get("/notifications/recent?limit=2")) == made[:-3:-1]
    answer = api.get("/notifications?limit=5&page=3")
    assert ids(answer) == made[1::-1]
    assert not answer.json["pagination"]["has_more"]

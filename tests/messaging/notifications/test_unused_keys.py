"""The firm's admins are notified of API keys that are not used for 90 days."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from intake.accounts.access.actions import create_key, regenerate
from intake.accounts.access.models import ApiKey
from intake.accounts.firms.actions import suspend
from intake.core.clock import now
from intake.core.local_time import to_local
from intake.messaging.notifications.jobs import notify_unused_keys, purge_old_notifications
from intake.messaging.notifications.models import FirmMessage, Notification
from intake.web.formatting import format_date
from tests.builders import a_caller, a_user
from tests.core.answers import data
from tests.stand_ins.mailbox import plain

_number = count(1)


@pytest.fixture
def admin(firm):
    """An admin of the firm."""
    return a_user(firm, "admin", f"admin.{next(_number)}@unused.example.com")


@pytest.fixture
def key_from(firm):
    """Create a key this many days ago, last used `used` days ago: `key_from(100, used=95)`."""

    def made(days, used=None, name="Old website", **values):
        key, _ = create_key(firm, name, ["matters:read"], **values)
        ago = [None if each is None else now() - timedelta(days=each, minutes=1) for each in (days, used)]
        key.change(created_at=ago[0], issued_at=ago[0], last_used_at=ago[1])
        return key

    return made


def _named(firm):
    """Return the names of the keys in the feed, the oldest first."""
    rows = Notification.of(firm).where(Notification.type == "api_key_unused").order_by(Notification.id)
    return [ApiKey.get_by_id(row.data["api_key_id"]).name for row in rows]


def test_unused_keys_are_named_to_the_admins(firm, admin, key_from, api, worker, mailbox):
    attorney = a_user(firm, "attorney", f"attorney.{next(_number)}@unused.example.com")
    website = key_from(200, used=100, name="Old website")
    key_from(90, name="Trial")
    notify_unused_keys()
    worker.perform_tasks()

    [mail] = mailbox.mails(admin.email)
    assert mail["Subject"] == "API keys that are not used"
    assert f"“Old website” ({website.id}), last used on" in plain(mail)
    assert "“Trial”" in plain(mail)
    assert "and never used" in plain(mail)
    assert mailbox.mails(attorney.email) == []
    shown = [(row["type"], row["message"]) for row in data(api.get("/notifications"))]
    day = to_local(now() - timedelta(days=100, minutes=1), firm.timezone).date()
    assert ("api_key_unused", f"The API key “Old website” has not been used since {format_date(day, 'en')}.") in shown
    assert len(shown) == 2


@pytest.mark.parametrize(("zone", "day"), [
    ("America/Adak", "November 30, 2025"), ("Pacific/Kiritimati", "December 1, 2025")])
def test_days_are_those_of_the_firms_calendar(firm, admin, key_from, zone, day):
    firm.change(timezone=zone)
    used, never = key_from(400, used=300), key_from(400, name="Trial")
    used.change(last_used_at=datetime(2025, 12, 1, 3, tzinfo=UTC))
    never.change(issued_at=datetime(2025, 11, 30, 23, tzinfo=UTC))
    notify_unused_keys()

    [mail] = FirmMessage.of(firm)
    assert f"last used on {day}" in mail.message
    assert f"made on {day} and never used" in mail.message
    messages = [each.message for each in Notification.of(firm)]
    assert f"The API key “Old website” has not been used since {day}." in messages


def test_keys_in_use_are_not_named(firm, admin, key_from):
    key_from(89)
    key_from(400, used=89)
    key_from(400, used=400).change(revoked_at=now())
    key_from(400, used=400, expires_at=now() + timedelta(days=1)).change(expires_at=now())
    notify_unused_keys()

    assert _named(firm) == []
    assert FirmMessage.of(firm).count() == 0


def test_regenerated_key_counts_from_its_new_secret(firm, admin, key_from):
    old = key_from(400, used=400)
    regenerate(a_caller(firm), old.id).change(issued_at=now() - timedelta(days=89))
    notify_unused_keys()

    assert _named(firm) == []


def test_key_is_named_once_in_each_period(firm, admin, key_from):
    key = key_from(90)
    sent = []
    for days in (90, 91, 179, 180, 181, 269, 270):
        key.change(issued_at=now() - timedelta(days=days, minutes=1))
        notify_unused_keys()
        sent.append(FirmMessage.of(firm).count())

    assert sent == [1, 1, 1, 2, 2, 2, 3]


def test_key_that_was_used_meanwhile_is_named_again(firm, admin, key_from):
    key = key_from(200, used=100)
    notify_unused_keys()
    ApiKey.record_use([key.id])
    notify_unused_keys()
    assert FirmMessage.of(firm).count() == 1

    key.change(last_used_at=now() - timedelta(days=90))
    for model in (Notification, FirmMessage):
        model.update(created_at=now() - timedelta(days=91)).where(model.firm_id == firm.id).execute()
    purge_old_notifications()
    notify_unused_keys()

    assert (_named(firm), FirmMessage.of(firm).count()) == (["Old website"], 1)


def test_workers_at_once_send_one_mail(firm, admin, key_from, at_once):
    key_from(100)
    at_once(3, lambda _: notify_unused_keys())

    assert (_named(firm), FirmMessage.of(firm).count()) == (["Old website"], 1)


def test_suspended_firm_is_not_written_to_and_firm_without_admin_is(firm, rival, key_from):
    key_from(100)
    create_key(rival, "Rival's", [])[0].change(issued_at=now() - timedelta(days=100))
    suspend(rival.id)
    notify_unused_keys()

    assert [message.to for message in FirmMessage.of(firm)] == [firm.email]
    assert FirmMessage.of(rival).count() == 0


def test_other_firms_are_notified_when_one_fails(firm, rival, key_from, breaking):
    key_from(100)
    create_key(rival, "Rival's", [])[0].change(issued_at=now() - timedelta(days=100))
    with breaking("notifications", "RAISE EXCEPTION 'broken'"):
        notify_unused_keys()

    assert (_named(firm), FirmMessage.of(rival).count()) == ([], 1)

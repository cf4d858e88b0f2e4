"""The firm is notified once of a link that expires before the intake is complete (docs/portal.md)."""

from datetime import timedelta

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.clock import iso, now
from intake.core.db import db
from intake.messaging.notifications.models import Notification
from intake.portal.links.actions import revoke
from intake.portal.links.jobs import expire_links
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.models import Reminder
from tests.core.answers import data, wrong_fields

LATER = timedelta(days=90, minutes=1)


def notices(firm):
    """Return the firm's notifications of expired links."""
    return list(Notification.of(firm).where(Notification.type == "intake_link_expired"))


def forget(firm):
    """Settle the pending links of earlier tests."""
    db.execute_sql("UPDATE intake_links SET expired_at = now() WHERE expired_at IS NULL AND firm_id <> %s", (firm.id,))


def test_the_firm_is_notified(firm, intake, worker):
    forget(firm)
    link = intake()
    expire_links(now() + LATER)
    worker.settle()

    [notice] = notices(firm)
    assert notice.data == {"matter_id": link.matter_id, "link_id": link.id}
    assert Matter.fetch(firm, link.matter_id).title in notice.message


def test_concurrent_checks_notify_once(firm, intake, at_once, payloads):
    forget(firm)
    intake()
    at_once(4, lambda _: expire_links(now() + LATER))
    expire_links(now() + LATER)

    assert len(payloads("intake.link.expired")) == 1


def test_an_open_link_does_not_expire(firm, intake, payloads):
    forget(firm)
    intake()
    expire_links(now() + timedelta(days=89))

    assert payloads("intake.link.expired") == []


def test_no_event_for_links_that_are_complete_revoked_or_have_nothing_open(firm, intake, payloads):
    forget(firm)
    complete, revoked, idle = intake(), intake(), intake(form=False)
    complete.change(completed_at=now())
    revoke(firm, revoked.matter_id)
    DocumentRequest.update(required=False).where(DocumentRequest.matter_id == idle.matter_id).execute()
    expire_links(now() + LATER)

    assert payloads("intake.link.expired") == []
    assert IntakeLink.for_job(idle.id).expired_at


def test_extended_link_is_open_again_and_reminds_for_longer(firm, api, intake):
    link = intake()
    link.change(expires_at=now() - timedelta(days=1), expired_at=now())
    reminder = Reminder.create(firm_id=firm.id, matter_id=link.matter_id, link_id=link.id, days=3, due_at=now() + LATER,
                               expires_at=link.expires_at)
    path = f"/matters/{link.matter_id}/intake-link"
    unchanged, extended = data(api.patch(path, {})), data(api.patch(path, {"expires_in_days": 30}))
    current = IntakeLink.fetch(firm, link.id)

    assert (unchanged["expires_at"], extended["url"]) == (iso(link.expires_at), link.url)
    assert now() + timedelta(days=29) < current.expires_at < now() + timedelta(days=31)
    assert (current.expired_at, Reminder.fetch(firm, reminder.id).expires_at) == (None, current.expires_at)
    for days in (0, 731, "x", None):
        assert wrong_fields(api.patch(path, {"expires_in_days": days})) == {"expires_in_days"}
    revoke(firm, link.matter_id)
    assert api.patch(path, {"expires_in_days": 30}).json["error"]["code"] == "intake_link_not_found"

"""The firm is notified once of a link that expires before the intake is complete (docs/portal.md)."""

from datetime import timedelta

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.messaging.notifications.models import Notification
from intake.portal.links.actions import revoke
from intake.portal.links.jobs import expire_links
from intake.portal.links.models import IntakeLink

LATER = timedelta(days=90, minutes=1)


def notices(firm):
    """What the firm's feed tells of expired links."""
    return list(Notification.of(firm).where(Notification.type == "intake_link_expired"))


def forget(firm):
    """Settle the pending links of earlier tests."""
    db.execute_sql("UPDATE intake_links SET expired_at = now() WHERE expired_at IS NULL AND firm_id <> %s", (firm.id,))


def test_the_firm_is_notified(firm, intake, worker):
    forget(firm)
    link = intake()
    expire_links(now() + LATER)
    worker.relay()
    worker.perform_tasks()

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

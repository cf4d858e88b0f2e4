"""A scheduled job passes over a record with which it fails, logs it, and goes on with the others."""

from datetime import UTC, date, datetime, timedelta

import pytest

from intake.cases.matters.actions import update as change_matter
from intake.cases.matters.models import Matter
from intake.console.digests.jobs import send_digests
from intake.console.reports.jobs import make_scheduled_reports
from intake.console.reports.models import Report
from intake.console.reports.scheduling import schedule
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.conflicts.jobs import index_names
from intake.engagement.conflicts.models import ConflictIndex, ConflictName
from intake.messaging.notifications.models import FirmMessage, Notification
from intake.portal.deadline_reminders.jobs import plan_deadline_reminders
from intake.portal.reminders.models import Reminder
from intake.records.closing.actions import close
from intake.records.closing.jobs import end_due_closings
from intake.records.erasures.models import Erasure
from intake.records.retention.actions import create as keep_for
from intake.records.retention.jobs import propose_destruction
from tests.builders import a_caller, a_client, a_deadline, a_matter, a_template, a_user, an_intake_link

DAY = date(2027, 3, 2)


def an_admin(firm):
    return a_caller(firm, user=a_user(firm, "admin"))


def digests(firm):
    a_user(firm, "paralegal")
    a_deadline(firm, due_date=DAY)
    return "firm_messages", lambda: send_digests(datetime(2027, 3, 2, 14, tzinfo=UTC)), FirmMessage


def closings(firm):
    close(an_admin(firm), firm.name)
    return "erasures", lambda: end_due_closings(now() + timedelta(days=31)), Erasure


def reports(firm):
    made = schedule(an_admin(firm), "matters", [firm.email], format="csv", frequency="weekly")
    return "reports", lambda: make_scheduled_reports(made.next_at), Report


def reminders(firm):
    rules = {"first_after_days": 2, "every_days": 5, "at_most": 3, "before_deadline_days": 3, "stop": "form_sent"}
    matter = a_matter(firm, client_id=a_client(firm, email=f"{firm.slug}@example.com").id,
                      intake_template_id=a_template(firm, documents=[{"name": "Passport"}], reminder_rules=rules).id)
    an_intake_link(firm, matter).change(sent_at=now())
    a_deadline(firm, matter, due_date=now().date() + timedelta(days=20))
    return "reminders", plan_deadline_reminders, Reminder


def names(firm):
    a_client(firm)
    with db.atomic():
        ConflictIndex.begin(firm.id)
    return "conflict_names", index_names, ConflictName


def destruction(firm):
    a_user(firm, "admin")
    keep_for(firm, name="All", years=1, notice=False)
    matter = a_matter(firm)
    change_matter(firm, matter.id, status="closed")
    then = now() - timedelta(days=800)
    Matter.update(created_at=then, closed_at=then).where(Matter.id == matter.id).execute()
    return "notifications", propose_destruction, Notification


@pytest.mark.parametrize("job", [digests, closings, reports, reminders, names, destruction])
def test_the_others_go_on(firm, rival, breaking, caplog, job):
    for each in (firm, rival):
        table, run, model = job(each)
        model.delete().where(model.firm_id == each.id).execute()

    with breaking(table, "RAISE EXCEPTION 'broken'"):
        run()

    assert [model.select().where(model.firm_id == each.id).count() > 0 for each in (firm, rival)] == [False, True]
    assert len([record for record in caplog.records if hasattr(record, "about")]) == 1

"""Clients are reminded 3, 7 and 14 days after the intake link was sent, while items are open (docs/portal.md)."""

from datetime import UTC, datetime, time, timedelta

import pytest

from intake.accounts.firms.actions import suspend
from intake.cases.clients.models import Client
from intake.cases.documents.actions import note
from intake.cases.documents.models import open_documents
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.matters.link_tokens import link_url, new_public_part
from intake.cases.templates.models import Template
from intake.core.clock import iso, now
from intake.core.db import db
from intake.core.local_time import moment_at
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import Postponed
from intake.engine.tasks.models import Task
from intake.gateways.send_errors import Unavailable
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.messaging.communications.quiet_hours import DAY
from intake.messaging.communications.safety import next_opening
from intake.portal.deadline_reminders.jobs import plan_deadline_reminders
from intake.portal.reminders import actions as reminders
from intake.portal.reminders import jobs
from intake.portal.reminders.dates import days_of, has_stopped
from intake.portal.reminders.models import Reminder
from tests.builders import a_client, a_deadline, a_document, a_template, an_intake_link
from tests.core.answers import data
from tests.stand_ins.mailbox import plain

PUBLIC_PART = "AbCdEfGh1234"
SENT = datetime(2027, 3, 8, 17, 0, tzinfo=UTC)  # noon in New York
EXPIRES = SENT + timedelta(days=90)
NEW_YORK, MADRID = "America/New_York", "Europe/Madrid"


def after(**time):
    return SENT + timedelta(**time)


@pytest.fixture
def asked(firm, reachable):
    """Create a matter whose client was sent a link and still has to send a document: `asked(client={…})`."""

    def make(**values):
        matter = reachable(**values)
        a_document(firm, matter, name="Passport")
        send_link(matter)
        return matter

    return make


def send_link(matter, link_id="link_1", expires_at=EXPIRES, sent_at=SENT):
    matter.change(link_public_part=PUBLIC_PART)
    with db.atomic():
        reminders.plan_reminders(matter, link_id, sent_at, expires_at)


@pytest.fixture
def matter(asked):
    return asked()


@pytest.fixture
def recorded(firm):
    """Return the reminders recorded for clients of the firm, as (channel, days): `recorded()`."""

    def look():
        rows = Communication.of(firm).order_by(Communication.created_at, Communication.id)
        return [(row.channel, Reminder.fetch(row, row.reminder_id).days) for row in rows]

    return look


def test_a_client_is_reminded_three_times(matter, recorded):
    seen = []
    for days in range(20):
        reminders.remind(after(days=days, minutes=1))
        seen.append(len(recorded()))
    assert recorded() == [("email", 3), ("email", 7), ("email", 14)]
    assert [day for day in range(1, 20) if seen[day] > seen[day - 1]] == [3, 7, 14]


def test_what_a_client_wrote_about_is_asked_for_by_people_only(firm, matter, recorded):
    [passport] = open_documents(firm, matter.id)
    a_document(firm, matter, name="Pay slips")

    def named():
        message = Communication.of(firm).order_by(Communication.id.desc()).first().message
        return [name for name in ("Passport", "Pay slips") if name in message]

    note(firm, matter, passport.id, "I never had one.")
    reminders.remind(after(days=3, minutes=1))
    assert named() == ["Pay slips"]
    for document in open_documents(firm, matter.id):
        note(firm, matter, document.id, "I am out of work.")
    reminders.remind(after(days=7, minutes=1))
    assert recorded() == [("email", 3)]
    asked_at = after(days=8)
    Reminder(firm_id=firm.id, matter_id=matter.id, link_id="link_1", days=8, due_at=asked_at, expires_at=EXPIRES,
             created_at=asked_at).insert_or_replace()
    reminders.remind(asked_at)
    assert named() == ["Passport", "Pay slips"]
    passport.change(status="rejected")  # with an unusable file
    reminders.remind(after(days=14, minutes=1))
    assert (named(), recorded()) == (["Passport"], [("email", 3), ("email", 8), ("email", 14)])


RULES = {"first_after_days": 2, "every_days": 5, "at_most": 3, "before_deadline_days": 1, "stop": "form_sent"}


def test_rules_of_the_template_come_before_the_days_of_the_firm(firm, asked, recorded):
    template = a_template(firm, reminder_rules=RULES)
    matter = asked(intake_template_id=template.id)
    assert sorted(each.days for each in Reminder.of(firm)) == [2, 7, 12]
    reminders.remind(after(days=2, minutes=1))
    assert recorded() == [("email", 2)]
    form = ensure_form(matter)
    form.change(submitted_at=after(days=3))
    reminders.remind(after(days=7, minutes=1))
    assert recorded() == [("email", 2)]
    matter.change(client_id=a_client(firm, email=f"new.{firm.slug}@example.com").id)  # who has not sent a form
    reminders.remind(after(days=12, minutes=1))
    assert recorded() == [("email", 2), ("email", 12)]
    assert days_of(firm, Template(reminder_rules=RULES | {"every_days": None})) == [2]
    assert days_of(firm, Template(reminder_rules=RULES | {"at_most": 0})) == []
    assert [has_stopped(RULES | {"stop": "begun"}, False, begun) for begun in (True, False)] == [True, False]


def test_client_is_reminded_before_the_deadline_as_it_stands(firm, asked, recorded):
    template = a_template(firm, reminder_rules=RULES | {"at_most": 0, "stop": "nothing_open"})
    matter = asked(intake_template_id=template.id)
    link = an_intake_link(firm, matter)
    link.change(sent_at=SENT, expires_at=EXPIRES)
    deadline = a_deadline(firm, matter, due_date=after(days=6).date(), dated_at=SENT)
    for _ in range(2):
        plan_deadline_reminders(after(days=1))
    [planned] = Reminder.of(firm)
    assert (planned.deadline, planned.due_at) == (
        deadline.due_date, datetime(2027, 3, 13, 13, 0, tzinfo=UTC))  # 8:00 in New York
    deadline.change(due_date=after(days=9).date(), dated_at=SENT)
    plan_deadline_reminders(after(days=1))
    reminders.remind(after(days=5, hours=1))
    assert recorded() == []
    reminders.remind(after(days=8, hours=1))
    assert [channel for channel, _ in recorded()] == ["email"]


@pytest.mark.parametrize(("dated", "planned_at", "is_reminded"), [
    ({"hours": -1}, {"minutes": 40}, True), ({"minutes": -5}, {"hours": 3}, True),
    ({"minutes": 1}, {"hours": 1}, False),
    ({"hours": -1}, {"hours": 5}, False)],
    ids=["between two runs", "while no worker ran", "after the reminder's time", "too late"])
def test_a_deadline_set_shortly_before_its_reminder_is_due_is_reminded_of(
        firm, asked, recorded, dated, planned_at, is_reminded):
    template = a_template(firm, reminder_rules=RULES | {"at_most": 0, "stop": "nothing_open"})
    matter = asked(intake_template_id=template.id)
    an_intake_link(firm, matter).change(sent_at=SENT, expires_at=EXPIRES)
    due_at = datetime(2027, 3, 13, 13, 0, tzinfo=UTC)
    a_deadline(firm, matter, due_date=after(days=6).date(), dated_at=due_at + timedelta(**dated))
    plan_deadline_reminders(due_at + timedelta(**planned_at))
    reminders.remind(due_at + timedelta(hours=5))
    assert [channel for channel, _ in recorded()] == ["email"] * is_reminded
    assert not any(each.is_asked_for for each in Reminder.of(firm))


def test_a_reminder_before_a_deadline_takes_the_place_of_one_that_was_settled_unsent(firm, asked, recorded):
    matter = asked(intake_template_id=a_template(firm, reminder_rules=RULES | {"stop": "nothing_open"}).id)
    link = an_intake_link(firm, matter)
    link.change(sent_at=SENT, expires_at=EXPIRES)
    Reminder.update(link_id=link.id).where(Reminder.firm_id == firm.id).execute()
    Reminder.settle_open(firm, matter.id)  # everything had arrived; then a document was rejected
    with db.atomic():
        reminders.restart_reminders(link, after(days=4))
    assert sorted(each.days for each in Reminder.of(firm).where(Reminder.settled_at.is_null())) == [6, 11, 16]
    a_deadline(firm, matter, due_date=after(days=9).date(), dated_at=SENT)
    plan_deadline_reminders(after(days=5))
    reminders.remind(after(days=6, minutes=1))
    reminders.remind(after(days=8))
    assert recorded() == [("email", 6), ("email", 7)]
    a_deadline(firm, matter, due_date=after(days=8).date(), dated_at=SENT)
    plan_deadline_reminders(after(days=6, hours=1))
    reminders.remind(after(days=8, hours=1))
    assert recorded() == [("email", 6), ("email", 7)]


def test_the_reminder_names_the_open_items(app, firm, matter, worker, mailbox):
    a_document(firm, matter, name="Photo", required=False)
    a_document(firm, matter, name="Passport <b>copy</b>")
    reminders.remind(after(days=3))
    for communication in Communication.of(firm):
        jobs.send_reminder(communication.id, moment=after(days=3))

    [mail] = mailbox.mails(matter.client.email)
    assert mail["Subject"] == "Still needed: 2 documents"
    assert "- Passport\n- Passport <b>copy</b>\n" in plain(mail)
    assert f"Open your list: {link_url(PUBLIC_PART)}" in plain(mail)
    assert "Photo" not in plain(mail)
    assert mail["Auto-Submitted"] == "auto-generated"


def test_a_reminder_in_spanish_and_by_sms(firm, asked, mailbox):
    firm.change(settings={"sms_notifications": True})
    matter = asked(client={"custom_fields": {"language": "Spanish"}})
    reminders.remind(after(days=3))
    for communication in Communication.of(firm):
        jobs.send_reminder(communication.id, moment=after(days=3))

    [mail], [text] = mailbox.mails(matter.client.email), mailbox.texts(matter.client.phone)
    assert mail["Subject"] == "Le falta enviar: un documento"
    assert text == (f"{firm.name}: Ana, le falta una cosa: {link_url(PUBLIC_PART)} "
                    "STOP para no recibir SMS.")


@pytest.mark.parametrize(("switches", "client", "channels"), [
    ({}, {}, {"email"}),
    ({"sms_notifications": True}, {}, {"email", "sms"}),
    ({"sms_notifications": True, "email_notifications": False}, {}, {"sms"}),
    ({"email_notifications": False}, {}, set()),
    ({}, {"email": None}, set()),
    ({"sms_notifications": True}, {"email": None}, {"sms"}),
    ({"sms_notifications": True}, {"phone": None}, {"email"}),
])
def test_channels_follow_the_firms_switches_and_the_addresses(firm, asked, recorded, switches, client, channels):
    firm.change(settings=switches)
    asked(client=client)
    reminders.remind(after(days=3))
    assert {channel for channel, _ in recorded()} == channels


def test_an_opted_out_number_gets_no_sms(firm, matter, recorded):
    firm.change(settings={"sms_notifications": True})
    SmsOptOut.add(matter.client.phone)
    reminders.remind(after(days=3))
    assert recorded() == [("email", 3)]


# Once -----------------------------------------------------------------------------------------------------------------


def test_concurrent_workers_remind_once(matter, recorded, at_once):
    at_once(6, lambda _: reminders.remind(after(days=3)))
    assert recorded() == [("email", 3)]


def test_an_interrupted_job_reminds_later_and_once(firm, matter, recorded, breaking):
    with breaking("tasks", "RAISE 'broken'"):
        reminders.remind(after(days=3))
    assert recorded() == []
    for _ in range(2):
        reminders.remind(after(days=3))
    assert recorded() == [("email", 3)]
    assert Task.of(firm).where(Task.name == "send_reminder").count() == 1


def test_a_failing_reminder_does_not_stop_the_others(firm, rival, matter, reachable, recorded):
    theirs = reachable(rival)
    a_document(rival, theirs)
    send_link(theirs, sent_at=SENT - timedelta(minutes=1))
    rival.change(timezone="Mars/Olympus")
    reminders.remind(after(days=3))
    assert recorded() == [("email", 3)]


def test_after_an_outage_one_message_replaces_all_due_reminders(matter, recorded, at_once):
    at_once(4, lambda _: reminders.remind(after(days=8)))
    reminders.remind(after(days=14))
    assert len(recorded()) == 2
    assert recorded()[1] == ("email", 14)


def test_planning_twice_changes_nothing(matter):
    for _ in range(2):
        send_link(matter)
    send_link(matter, sent_at=after(days=1))
    assert [row.due_at for row in Reminder.of(matter).order_by(Reminder.days)] == [
        after(days=days) for days in (3, 7, 14)]


def test_a_new_link_replaces_the_reminders_of_the_old(matter, recorded):
    send_link(matter, "link_2", sent_at=after(days=2))
    reminders.remind(after(days=3))
    assert recorded() == []
    reminders.remind(after(days=5))
    assert recorded() == [("email", 3)]


def test_no_reminder_is_planned_after_the_expiry(firm, reachable):
    matter = reachable()
    send_link(matter, expires_at=after(days=7))
    assert [row.days for row in Reminder.of(matter)] == [3]


# Never ----------------------------------------------------------------------------------------------------------------


def hand_in(api, firm, matter):
    for document in data(api.get(f"/matters/{matter.id}/documents")):
        assert document["status"] == "pending"
    db.execute_sql("UPDATE document_requests SET status = 'uploaded' WHERE matter_id = %s", (matter.id,))


OVER = [
    hand_in,
    lambda api, firm, matter: matter.change(link_public_part=None),
    lambda api, firm, matter: Reminder.settle_open(matter, matter.id),
    lambda api, firm, matter: data(api.post(f"/matters/{matter.id}/archive")),
    lambda api, firm, matter: data(api.patch(f"/matters/{matter.id}", {"client_id": None})),
    lambda api, firm, matter: suspend(firm.id),
]
NAMES = ["everything handed in", "link revoked", "intake completed", "archived", "client gone", "firm suspended"]


@pytest.mark.parametrize("end", OVER, ids=NAMES)
def test_nothing_is_recorded_when_nothing_is_wanted_any_more(api, firm, matter, recorded, end):
    end(api, firm, matter)
    for days in (3, 7, 14):
        reminders.remind(after(days=days))
    assert recorded() == []


@pytest.mark.parametrize("end", [OVER[0], OVER[1], *OVER[3:]], ids=[NAMES[0], NAMES[1], *NAMES[3:]])
def test_a_waiting_message_is_withdrawn_when_it_is_not_wanted_any_more(api, firm, matter, recorded, mailbox, end):
    address = matter.client.email
    reminders.remind(after(days=3))
    [row] = Communication.of(firm)
    end(api, firm, matter)
    jobs.send_reminder(row.id, moment=after(days=3))
    assert recorded() == []
    assert mailbox.mails(address) == []


def test_a_waiting_message_with_a_replaced_link_is_withdrawn(firm, matter, recorded, mailbox):
    reminders.remind(after(days=3))
    [row] = Communication.of(firm)
    matter.change(link_public_part=new_public_part())
    jobs.send_reminder(row.id, moment=after(days=3))
    assert recorded() == []
    assert mailbox.mails(matter.client.email) == []


def test_a_rejected_document_is_open_again(firm, matter, recorded):
    db.execute_sql("UPDATE document_requests SET status = 'rejected' WHERE matter_id = %s", (matter.id,))
    reminders.remind(after(days=3))
    assert recorded() == [("email", 3)]


def test_without_a_link_nothing_is_sent(firm, reachable, recorded):
    a_document(firm, reachable())
    reminders.remind(now() + timedelta(days=30))
    assert recorded() == []


# At night -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "moment", "morning"), [
    (NEW_YORK, "2027-03-13T12:59", "2027-03-13T13:00"),   # 7:59
    (NEW_YORK, "2027-03-13T13:00", None),
    (NEW_YORK, "2027-03-14T00:59", None),                 # 19:59
    (NEW_YORK, "2027-03-14T01:00", "2027-03-14T12:00"),   # 20:00, and the night loses an hour
    (NEW_YORK, "2027-11-07T00:30", "2027-11-07T13:00"),   # the night gains one
    (MADRID, "2027-03-28T05:59", "2027-03-28T06:00"),
    (MADRID, "2027-10-30T18:00", "2027-10-31T07:00"),
    (MADRID, "2027-10-30T17:59", None),
])
def test_quiet_hours_are_in_the_firms_time_zone(zone, moment, morning):
    moment, morning = (text and datetime.fromisoformat(f"{text}:00+00:00") for text in (moment, morning))
    assert next_opening(moment, zone, DAY) == morning
    assert morning is None or next_opening(morning, zone, DAY) is None


@pytest.mark.parametrize(("sent", "night", "morning"), [
    (datetime(2027, 3, 11, 3, 0, tzinfo=UTC), datetime(2027, 3, 14, 3, 0, tzinfo=UTC),
     datetime(2027, 3, 14, 12, 0, tzinfo=UTC)),
    (datetime(2027, 11, 4, 3, 0, tzinfo=UTC), datetime(2027, 11, 7, 3, 0, tzinfo=UTC),
     datetime(2027, 11, 7, 13, 0, tzinfo=UTC)),
])
def test_a_reminder_due_at_night_waits_for_the_morning(firm, reachable, recorded, sent, night, morning):
    matter = reachable()
    a_document(firm, matter)
    send_link(matter, sent_at=sent, expires_at=sent + timedelta(days=90))
    for moment in (night, night, morning - timedelta(seconds=1)):
        reminders.remind(moment)
    assert recorded() == []
    reminders.remind(morning)
    assert recorded() == [("email", 3)]


def test_a_reminder_asked_for_at_night_is_sent_in_the_morning_whatever_the_rules_say(firm, asked, api, recorded):
    matter = asked(intake_template_id=a_template(firm, reminder_rules=RULES | {"stop": "begun"}).id)
    matter.change(client_active_at=SENT)
    an_intake_link(firm, matter).change(sent_at=now() - timedelta(days=1))
    [outcome] = data(api.post("/matters/bulk", {"ids": [matter.id], "action": "remind"}))
    assert outcome["ok"]
    night = moment_at((now() + timedelta(days=2)).date(), time(7), NEW_YORK)
    reminders.remind(night)
    assert recorded() == []
    reminders.remind(night + timedelta(hours=2))
    assert recorded() == [("email", 1)]


def test_a_message_that_failed_by_day_is_not_retried_at_night(firm, matter, mailing, worker):
    """The mail server is unavailable from 19:50 until after 20:00."""
    evening, night = datetime(2027, 3, 11, 23, 50, tzinfo=UTC), datetime(2027, 3, 12, 1, 5, tzinfo=UTC)
    reminders.remind(evening)
    [row] = Communication.of(firm)
    mailing(RCPT="451 Later")
    with pytest.raises(Unavailable):
        jobs.send_reminder(row.id, moment=evening)
    server = mailing()
    with pytest.raises(Postponed) as postponed:
        jobs.send_reminder(row.id, matter.client_id, night)
    assert (server.mails, postponed.value.until) == ([], datetime(2027, 3, 12, 13, 0, tzinfo=UTC))

    [task] = Task.of(firm).where(Task.name == "send_reminder")
    assert task.arguments == [row.id, matter.client_id]
    Client.fetch(firm, matter.client_id).change(email="left.at.night@example.com")
    jobs.send_reminder(*task.arguments, postponed.value.until)
    assert (len(server.mails), Communication.fetch(firm, row.id).to) == (1, "left.at.night@example.com")


def test_a_message_written_by_hand_is_sent_at_night_too(write):
    assert data(write("email"), 201)["status"] == "sent"


# By events ------------------------------------------------------------------------------------------------------------


def test_sending_the_link_plans_reminders(firm, reachable, worker):
    matter = reachable()
    link = an_intake_link(firm, matter)
    payload = {"matter": {"id": matter.id, "title": matter.title}, "client": {},
               "link": {"id": link.id, "expires_at": iso(link.expires_at)}}
    with db.atomic():
        record_event("intake.link.sent", firm.id, payload)
    worker.settle()
    assert [row.settled_at for row in Reminder.of(matter)] == [None] * 3

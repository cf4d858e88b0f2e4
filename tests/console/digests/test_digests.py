"""The mail at 8:00 about the work that is waiting for each person."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from intake.accounts.users.actions import change as change_user
from intake.accounts.users.models import User
from intake.cases.matters.actions import update as update_matter
from intake.console.digests import actions, jobs
from intake.console.digests.due import due_zones
from intake.console.digests.states import BEGINS
from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import moment_at, to_local, today_in
from intake.messaging.communications.models import MessageRead
from intake.messaging.communications.unsubscribing import digest_off_url
from intake.messaging.notifications.models import FirmMessage
from tests.browsing import Browser
from tests.builders import (
    a_caller,
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_matter,
    a_user,
    an_intake_link,
    an_upload,
)
from tests.stand_ins.mailbox import plain, rich


@pytest.fixture(autouse=True)
def _no_other_firm(app):
    """Exclude the people of other tests' firms."""
    User.update(wants_digest=False).where(User.wants_digest).execute()


@pytest.fixture
def day(firm):
    return today_in(firm.timezone)


@pytest.fixture
def at_eight(firm, day):
    """Today at 8:00 in the firm's time zone."""
    return moment_at(day, BEGINS, firm.timezone)


@pytest.fixture
def lawyer(firm):
    return a_user(firm, first_name="Grace")


@pytest.fixture
def busy(firm, put, day, at_eight):
    """A matter with waiting work of every kind."""
    def make(firm=firm, **values):
        matter = a_matter(firm, client_id=a_client(firm).id, **values)
        an_upload(firm, put, a_document(firm, matter)).change(uploaded_at=at_eight - timedelta(days=8))
        a_deadline(firm, matter, title="Answer", due_date=day - timedelta(days=1))
        a_deadline(firm, matter, title="Hearing", due_date=day)
        a_deadline(firm, matter, title="Tomorrow", due_date=day + timedelta(days=1))
        a_communication(firm, matter, status="failed", error="smtp 550", created_at=at_eight - timedelta(hours=3))
        link = an_intake_link(firm, matter)
        link.change(sent_at=at_eight - timedelta(days=9))
        return matter

    return make


def messages(firm):
    return list(FirmMessage.of(firm).order_by(FirmMessage.to))


def test_digest_names_everything_with_links_to_the_records(firm, lawyer, busy, at_eight, mailbox, worker):
    matter = busy(title="Silva <divorce>")
    jobs.send_digests(at_eight)
    worker.perform_tasks()
    [mail] = mailbox.mails(lawyer.email)
    text, html = plain(mail), rich(mail)

    assert mail["Subject"] == "5 things need you today"
    for part in ("Good morning, Grace.", "/review", "Answer in “Silva <divorce>”, due on", "Hearing in",
                 f"/messages/{matter.id}", "Ana Silva, “Silva <divorce>”: http", f"/matters/{matter.id}"):
        assert part in text
    assert "Tomorrow" not in text
    assert re.search(r'<li><a href="[^"]+/deadlines/dl_\w+" style="[^"]+">Hearing in', html)
    assert "Silva &lt;divorce&gt;" in html
    assert mail["List-Unsubscribe"] == f"<{digest_off_url(lawyer.id)}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_spanish_after_signing_in_in_spanish(app, firm, lawyer, busy, at_eight):
    browser = Browser(app, **{"Accept-Language": "es-MX"})
    browser.submit("/login", email=lawyer.email, password="correct horse battery")
    busy()
    jobs.send_digests(at_eight)

    [message] = messages(firm)
    assert (message.language, message.subject) == ("es", "5 pendientes requieren su atención hoy")
    assert "Buenos días, Grace." in message.message


def test_nothing_to_say_is_no_mail(firm, lawyer, rival, busy, at_eight, day):
    a_user(rival)
    a_deadline(firm, title="Tomorrow", due_date=day + timedelta(days=1))
    busy(title="Of another firm", firm=rival)
    jobs.send_digests(at_eight)

    assert messages(firm) == []
    assert "Of another firm" in messages(rival)[0].message


def test_silent_clients_are_those_who_did_nothing(firm, lawyer, at_eight, day):
    def waiting(**values):
        matter = a_matter(firm, client_id=a_client(firm).id, **values)
        an_intake_link(firm, matter).change(sent_at=at_eight - timedelta(days=8))
        return matter

    silent, wrote = waiting(title="Silent"), waiting(title="Wrote")
    waiting(title="Said why not").change(client_active_at=at_eight - timedelta(days=2))
    waiting(title="Long ago").change(client_active_at=at_eight - timedelta(days=9))
    a_communication(firm, wrote, direction="inbound", created_at=at_eight - timedelta(days=2))
    a_communication(firm, silent, direction="inbound", created_at=at_eight - timedelta(days=9))
    waiting(title="Done").change(status="closed")
    jobs.send_digests(at_eight)

    [message] = messages(firm)
    assert re.findall(r"“([^”]+)”", message.message) == ["Silent", "Long ago"]


def test_what_clients_wrote_is_named_until_it_is_read(firm, lawyer, at_eight):
    read, unread, old = (a_matter(firm, title=title) for title in ("Read", "Unread", "Old"))
    lawyer.change(created_at=at_eight - timedelta(days=9))
    for matter, hours in ((read, 3), (unread, 3), (unread, 2), (old, 30)):
        a_communication(firm, matter, direction="inbound", created_at=at_eight - timedelta(hours=hours))
    MessageRead.mark(a_caller(firm, user=lawyer), read.id, at_eight)
    a_user(firm).change(created_at=at_eight)  # who has joined since
    jobs.send_digests(at_eight)

    [message] = messages(firm)
    assert message.to == lawyer.email
    assert message.subject == "One thing needs you today"
    assert re.findall(r"From the client of “(\w+)”: .*/messages/(\w+)", message.message) == [("Unread", unread.id)]


def test_nothing_since_the_last_digest_is_left_out_where_clocks_go_back_and_no_worker_ran_at_eight(firm, lawyer):
    eight_before = datetime(2027, 11, 6, 12, tzinfo=UTC)
    lawyer.change(created_at=eight_before - timedelta(days=1))
    for title, minutes in (("In the last one", -1), ("New", 1)):
        a_communication(firm, a_matter(firm, title=title), direction="inbound",
                        created_at=eight_before + timedelta(minutes=minutes))
        a_communication(firm, a_matter(firm, title=f"{title}, not sent"), status="failed", error="smtp 550",
                        created_at=eight_before + timedelta(minutes=minutes))
    with db.atomic():  # the database records the time of failure by its own clock
        db.execute_sql("ALTER TABLE communications DISABLE TRIGGER communications_changed_at")
        db.execute_sql("UPDATE communications SET changed_at = created_at WHERE firm_id = %s", (firm.id,))
        db.execute_sql("ALTER TABLE communications ENABLE TRIGGER communications_changed_at")
    jobs.send_digests(datetime(2027, 11, 7, 16, 59, tzinfo=UTC))

    [message] = messages(firm)
    assert re.findall(r"“([^”]+)”", message.message) == ["New", "New, not sent"]


@pytest.mark.parametrize(("days_before", "named"), [
    (None, ["New"]), (1, ["New"]), (3, ["Over the weekend", "New"]), (30, ["Within a week", "Over the weekend", "New"]),
    (-1, ["no digest"]), (-2, ["New"]),  # of another time zone; of a clock that was wrong
])
def test_news_begins_with_the_digest_before_also_if_no_worker_ran_for_days(
        firm, lawyer, day, at_eight, days_before, named):
    lawyer.change(created_at=at_eight - timedelta(days=99),
                  digest_on=days_before and day - timedelta(days=days_before))
    for title, hours in (("Old", 8 * 24), ("Within a week", 6 * 24), ("Over the weekend", 3 * 24 - 1), ("New", 2)):
        a_communication(firm, a_matter(firm, title=title), direction="inbound",
                        created_at=at_eight - timedelta(hours=hours))
    jobs.send_digests(at_eight)

    texts = [message.message for message in messages(firm)] or ["“no digest”"]
    assert [re.findall(r"“([^”]+)”", text) for text in texts] == [named]
    assert User.fetch(firm, lawyer.id).digest_on == (day + timedelta(days=1) if days_before == -1 else day)


def test_what_failed_is_named_however_long_ago_it_was_written(firm, lawyer, at_eight):
    def failed(title, days, **values):
        matter = a_matter(firm, title=title)
        a_communication(firm, matter, status="queued", created_at=at_eight - timedelta(days=days), **values).change(
            status="failed", error="gave_up")
        return matter

    failed("Given up after a day", 1.2)
    planned = failed("Written in advance", 30, send_at=at_eight - timedelta(days=1))
    a_communication(firm, planned, created_at=at_eight - timedelta(days=20))
    replaced = failed("Replaced", 2)
    a_communication(firm, replaced, created_at=at_eight - timedelta(days=1))
    failed("Long ago", 30)
    jobs.send_digests(at_eight)

    [message] = messages(firm)
    assert re.findall(r"“([^”]+)”", message.message) == ["Given up after a day", "Written in advance"]


def test_staff_hear_of_their_matters_alone(firm, busy, at_eight):
    staff, other = a_user(firm, "staff"), a_user(firm, "staff")
    busy(title="Hers", assigned_attorney=staff.assigned_as[1])
    busy(title="Nobody's")
    jobs.send_digests(at_eight)

    [message] = messages(firm)
    assert message.to == staff.email != other.email
    assert "Hers" in message.message
    assert "Nobody" not in message.message
    assert message.subject == "5 things need you today"


@pytest.mark.parametrize(("change", "status"), [
    (lambda firm, staff, hers: None, "sent"),
    (lambda firm, staff, hers: update_matter(firm, hers.id, assigned_attorney="atty_other"), "failed"),
    (lambda firm, staff, hers: change_user(firm, staff.id, role="paralegal"), "failed"),
    (lambda firm, staff, hers: actions.change_digest(firm, staff.id, False), "failed"),
], ids=["as it was", "lost the matter", "another role", "turned off"])
def test_one_that_waited_for_the_mail_server_is_for_who_may_still_see_what_it_says(
        firm, busy, at_eight, worker, change, status):
    staff = a_user(firm, "staff")
    hers = busy(assigned_attorney=staff.assigned_as[1])
    jobs.send_digests(at_eight)
    change(a_caller(firm, user=a_user(firm, "admin")), staff, hers)
    worker.settle()
    [message] = [each for each in messages(firm) if each.to == staff.email]
    assert message.status == status


def test_one_that_waited_for_the_mail_server_until_the_next_day_is_not_sent(
        firm, lawyer, busy, at_eight, worker, mailbox):
    busy()
    jobs.send_digests(at_eight)
    [message] = messages(firm)
    message.change(created_at=now() - timedelta(days=1))
    worker.settle()
    [message] = messages(firm)
    assert (message.status, message.error, mailbox.mails(lawyer.email)) == ("failed", "not_wanted", [])


@pytest.mark.parametrize(("statuses", "named"), [
    (["sent", "sent"], ["New"]), (["sent", "failed"], ["Yesterday", "New"]), (["failed", "sent"], ["New"]),
    (["failed", "queued"], ["Before", "Yesterday", "New"]), (["failed", None], ["Before", "Yesterday", "New"])])
def test_what_a_digest_that_was_not_sent_would_have_named_is_in_the_next(firm, lawyer, day, at_eight, statuses, named):
    lawyer.change(created_at=at_eight - timedelta(days=99))
    for title, hours in (("Before", 2 * 24 + 2), ("Yesterday", 24 + 2), ("New", 2)):
        a_communication(firm, a_matter(firm, title=title), direction="inbound",
                        created_at=at_eight - timedelta(hours=hours))
    for days, status in zip((2, 1), statuses, strict=True):
        jobs.send_digests(at_eight - timedelta(days=days))
        written = FirmMessage.of(firm).where(FirmMessage.occasion.endswith(f"{day - timedelta(days=days)}")).get()
        written.change(status=status) if status else written.delete_instance()
    jobs.send_digests(at_eight)

    latest = FirmMessage.of(firm).order_by(FirmMessage.occasion.desc()).first()
    assert re.findall(r"“([^”]+)”", latest.message) == named


def test_once_a_day_also_with_workers_at_once_and_after_a_crash(firm, lawyer, busy, at_eight, at_once, monkeypatch):
    busy()
    colleague = a_user(firm)

    def die(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as crash:
        crash.setattr(actions, "waiting_work_of", die)
        with pytest.raises(KeyboardInterrupt):
            jobs.send_digests(at_eight)
    assert messages(firm) == []
    at_once(4, lambda _: jobs.send_digests(at_eight))
    jobs.send_digests(at_eight + timedelta(hours=1))
    assert sorted(message.to for message in messages(firm)) == sorted([lawyer.email, colleague.email])
    jobs.send_digests(at_eight + timedelta(days=1, hours=1))
    assert len(messages(firm)) == 4


@pytest.mark.parametrize(("change", "expected"), [
    (lambda user, firm: None, 1), (lambda user, firm: user.change(wants_digest=False), 0),
    (lambda user, firm: user.change(status="suspended"), 0),
    (lambda user, firm: type(firm).update(suspended_at=now()).where(type(firm).id == firm.id).execute(), 0),
    (lambda user, firm: type(firm).update(settings={"email_notifications": False}).where(
        type(firm).id == firm.id).execute(), 0),
], ids=["active", "off", "suspended", "suspended firm", "no mails"])
def test_who_gets_it(firm, lawyer, busy, at_eight, change, expected):
    busy()
    change(lawyer, firm)
    jobs.send_digests(at_eight)

    assert len(messages(firm)) == expected


@pytest.mark.parametrize(("moment", "zone", "expected"), [
    (datetime(2027, 3, 13, 13, 0, tzinfo=UTC), "America/New_York", True),  # the day before clocks go forward
    (datetime(2027, 3, 14, 11, 59, tzinfo=UTC), "America/New_York", False),
    (datetime(2027, 3, 14, 12, 0, tzinfo=UTC), "America/New_York", True),
    (datetime(2027, 11, 7, 12, 59, tzinfo=UTC), "America/New_York", False),
    (datetime(2027, 11, 7, 13, 0, tzinfo=UTC), "America/New_York", True),
    (datetime(2027, 3, 14, 16, 0, tzinfo=UTC), "America/New_York", False),  # noon
    (datetime(2027, 3, 14, 19, 0, tzinfo=UTC), "Pacific/Kiritimati", True),
])
def test_eight_is_by_the_firms_clock(moment, zone, expected):
    due = due_zones(["America/New_York", zone], moment)

    assert (zone in due) == expected
    assert all(to_local(moment, each).date() == day for each, day in due.items())


def test_link_turns_it_off_and_nothing_else(app, firm, lawyer, signed_in_as):
    path = "/" + digest_off_url(lawyer.id).split("/", 3)[3]
    program = Browser(app)
    assert "Turn it off" in program.get(path).text
    assert User.fetch(firm, lawyer.id).wants_digest  # opening it changes nothing
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not User.fetch(firm, lawyer.id).wants_digest
    other = a_user(firm)
    signature = path.rpartition(".")[2]
    for odd in (f"/digest/off/{other.id}.{signature}", f"{path}x", "/digest/off/x", "/digest/off/%00.é"):
        assert {program.get(odd).status_code, program.post(odd).status_code} == {404}
    assert User.fetch(firm, other.id).wants_digest

    desk = signed_in_as(lawyer)
    assert desk.submit("/account", "/account/digest", wants_digest="yes").headers["Location"] == "/account?done=digest"
    assert User.fetch(firm, lawyer.id).wants_digest
    assert desk.post("/account/digest").headers["Location"] == "/account"
    assert User.fetch(firm, lawyer.id).wants_digest


def test_few_statements_for_many_people(firm, lawyer, busy, at_eight, statements):
    busy()
    for role in ("admin", "paralegal", "attorney", "staff"):
        a_user(firm, role)
    with statements() as seen:
        jobs.send_digests(at_eight)

    assert len([sql for sql in seen if "needing" in sql]) == 2

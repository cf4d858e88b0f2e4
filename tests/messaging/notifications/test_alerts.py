"""Alerts to the firm by mail and SMS: recipients and frequency."""

import re
from datetime import timedelta
from itertools import count

import pytest

from intake.accounts.firms.actions import change_notification_preferences, suspend
from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import add
from intake.cases.documents.models import DocumentRequest
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.leads.notices import notify
from intake.engine.tasks.models import Task
from intake.gateways.mail import Mail
from intake.messaging.communications.delivery import CLAIM_LIFETIME
from intake.messaging.notifications import actions, jobs
from intake.messaging.notifications.models import FirmMessage, Notification
from intake.messaging.notifications.states import ALERT_DELAY, KEPT_FOR
from intake.web.formatting import format_date
from tests.builders import a_document, a_lead, a_matter, a_user, an_upload
from tests.stand_ins.mailbox import plain, rich
from tests.stand_ins.smtp import CUT, Smtp

_number = count(1)


@pytest.fixture
def office(firm):
    """The firm, with a unique address and number."""
    firm.change(email=f"office.{next(_number)}@alerts.example.com", phone=f"+1518556{next(_number):04}")
    return firm


@pytest.fixture
def upload(office, put):
    """Upload a file as the client: `upload("Passport")`."""
    matter = a_matter(office, title="Smith v. Jones")
    return lambda name="Passport": an_upload(
        office, put, a_document(office, matter, name=name), b"A text has no pages.", filename="passport.txt",
        content_type="text/plain")


@pytest.fixture
def a_minute_later(worker, office):
    """Let the minute pass in which notifications are collected, and let the worker perform due tasks."""

    def pass_by():
        worker.settle()
        Task.update(due_at=now() - timedelta(seconds=1)).where(
            Task.firm_id == office.id, Task.name == "alert_firm", Task.done_at.is_null()).execute()
        worker.perform_tasks()

    return pass_by


def test_upload_sends_mail_and_appears_in_feed(office, upload, a_minute_later, mailbox, api, signed_in_as):
    upload("Passport")
    a_minute_later()

    [mail] = mailbox.mails(office.email)
    assert mail["Subject"] == "A document was uploaded"
    assert "- “Passport” for “Smith v. Jones” was uploaded." in plain(mail)
    [path] = re.findall(f"Open Intake: {public_url('')}(/.+)\n", plain(mail))
    document = DocumentRequest.of(office).get()
    record = f"/matters/{document.matter_id}?document={document.id}#{document.id}"
    assert signed_in_as(a_user(office)).get(path).location == record, "signing in before does not take it from there"
    assert "<li>“Passport” for “Smith v. Jones” was uploaded.</li>" in rich(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["From"].addresses[0].display_name == "Intake"
    assert [row["type"] for row in api.get("/notifications").json["data"]] == ["document_uploaded"]


def test_firm_is_written_to_in_its_language_and_its_people_in_theirs(office, upload, a_minute_later, mailbox):
    office.change(settings={"language": "es"})
    people = {language: a_user(office) for language in ("en", "es")}
    people["en"].change(last_sign_in=now())  # the other one never signed in
    upload("Pasaporte")
    a_minute_later()

    [mail] = mailbox.mails(office.email)
    assert mail["Subject"] == "Se recibió un documento"
    assert "- Se recibió “Pasaporte” de “Smith v. Jones”." in plain(mail)
    assert "Intake envió este correo a" in plain(mail)
    assert "No recibir más correos de este tipo: " in plain(mail)
    [theirs] = mailbox.mails(people["es"].email)
    assert theirs["Subject"] == mail["Subject"]
    [theirs] = mailbox.mails(people["en"].email)
    assert theirs["Subject"] == "A document was uploaded"
    assert "- “Pasaporte” for “Smith v. Jones” was uploaded." in plain(theirs)


def test_ten_uploads_within_a_minute_send_one_mail(office, upload, a_minute_later, worker, mailbox):
    for number in range(10):
        upload(f"Document {number}")
        worker.relay()
    a_minute_later()

    [mail] = mailbox.mails(office.email)
    assert mail["Subject"] == "10 documents were uploaded"
    assert [f"“Document {number}”" in plain(mail) for number in range(10)] == [True] * 10
    assert Notification.of(office).count() == 10


def test_alert_is_due_a_minute_after_first_notification(office, upload, worker):
    upload()
    worker.settle()
    [task] = Task.of(office).where(Task.name == "alert_firm")
    assert abs(task.due_at - now() - ALERT_DELAY) < timedelta(seconds=10)
    assert FirmMessage.of(office).count() == 0


def test_upload_after_a_minute_sends_another_mail(office, upload, a_minute_later, mailbox):
    for expected in (1, 2):
        upload()
        a_minute_later()
        assert len(mailbox.mails(office.email)) == expected


def test_admins_and_attorneys_get_alerts(office, upload, a_minute_later, mailbox):
    people = {role: add(office, f"{role}.{next(_number)}@alerts.example.com", role).email
              for role in ("admin", "attorney", "staff", "paralegal")}
    away = add(office, f"away.{next(_number)}@alerts.example.com", "admin")
    away.change(status="suspended")
    upload()
    a_minute_later()

    mails = {name: len(mailbox.mails(address)) for name, address in (people | {"away": away.email}).items()}
    assert mails == {"admin": 1, "attorney": 1, "staff": 0, "paralegal": 0, "away": 0}
    assert len(mailbox.mails(office.email)) == 1


def test_who_has_left_gets_nothing_not_even_at_the_address_that_the_firm_had_from_them(
        office, upload, a_minute_later, worker, mailbox):
    founder, heir = add(office, office.email, "admin"), add(office, f"heir.{next(_number)}@alerts.example.com", "admin")
    office.change(settings={"lead_forms": {"notify": [founder.email]}})
    founder.change(status="suspended")
    jobs.notify_file_quarantined(upload().id)
    notify(a_lead(office), Firm.fetch(office.id))
    a_minute_later()
    assert mailbox.mails(founder.email) == []
    assert sorted(mail["Subject"] for mail in mailbox.mails(heir.email)) == [
        "A document was uploaded", "An infected file was locked away", "Rosa Delgado wants to become your client"]


@pytest.mark.parametrize("leave", [
    lambda office, person: person.change(status="suspended"), lambda office, person: person.change(role="paralegal"),
    lambda office, person: person.change(alerts_off=["document_uploaded"]),
    lambda office, person: office.change(settings={"email_notifications": False})],
    ids=["suspended", "another-role", "ended", "turned-off"])
def test_alert_that_waited_for_the_mail_server_is_sent_to_none_who_is_not_to_get_it_any_more(
        office, upload, worker, mailbox, leave):
    person = a_user(office)
    upload()
    worker.settle()
    jobs.alert_firm(office.id, "document_uploaded")
    leave(office, person)
    worker.perform_tasks()
    assert mailbox.mails(person.email) == []
    [message] = FirmMessage.of(office).where(FirmMessage.to == person.email)
    assert (message.status, message.error) == ("failed", "not_wanted")


def test_alert_that_waited_for_the_mail_server_until_the_next_day_says_when_it_was_written(
        office, upload, worker, mailbox):
    for days in (0, 1):
        upload()
        worker.settle()
        jobs.alert_firm(office.id, "document_uploaded")
        FirmMessage.update(created_at=now() - timedelta(days=days)).where(
            FirmMessage.firm_id == office.id, FirmMessage.status == "queued").execute()
        worker.perform_tasks()
    punctual, late = [plain(mail) for mail in mailbox.mails(office.email)]
    written = format_date(office.today - timedelta(days=1), "en")
    assert [f"Written on {written}." in text for text in (punctual, late)] == [False, True]


@pytest.mark.parametrize("is_queued", [False, True])
def test_each_address_gets_one_mail(office, upload, worker, mailbox, is_queued):
    upload()
    worker.settle()
    if is_queued:
        jobs.alert_firm(office.id, "document_uploaded")
    add(office, office.email.upper(), "admin")
    jobs.alert_firm(office.id, "document_uploaded")
    worker.perform_tasks()
    assert len(mailbox.mails(office.email)) + len(mailbox.mails(office.email.upper())) == 1



@pytest.mark.parametrize(("preferences", "switches", "mails", "texts"), [
    ({}, {}, 1, 0),
    ({"email": False}, {}, 0, 0),
    ({"sms": True}, {}, 1, 0),
    ({"sms": True}, {"sms_notifications": True}, 1, 1),
    ({"email": False, "sms": True}, {"sms_notifications": True}, 0, 1),
    ({"sms": True}, {"sms_notifications": True, "email_notifications": False}, 0, 1),
    ({}, {"sms_notifications": True}, 1, 0),
])
def test_preferences_and_switches_both_apply(office, upload, a_minute_later, mailbox, preferences, switches, mails,
                                                  texts):
    office.change(settings=switches)
    change_notification_preferences(office, {"document_uploaded": preferences})
    upload(), upload()
    a_minute_later()

    assert (len(mailbox.mails(office.email)), len(mailbox.texts(office.phone))) == (mails, texts)
    if texts:
        assert mailbox.texts(office.phone) == [
            f'Intake: "Passport" for "Smith v. Jones" was uploaded. And 1 more. {public_url("/notifications")}']


def test_firm_without_phone_gets_no_sms(office, upload, a_minute_later):
    office.change(phone=None, settings={"sms_notifications": True})
    change_notification_preferences(office, {"document_uploaded": {"sms": True}})
    upload()
    a_minute_later()
    assert {message.channel for message in FirmMessage.of(office)} == {"email"}


def test_suspended_firm_gets_no_alert(office, upload, a_minute_later, mailbox):
    upload()
    suspend(office.id)
    a_minute_later()
    assert mailbox.mails(office.email) == []


def test_task_run_twice_notifies_once(office, upload, worker, mailbox, at_once):
    confirmed = upload()
    at_once(4, lambda _: jobs.notify_upload_received(confirmed.id))
    at_once(4, lambda _: jobs.alert_firm(office.id, "document_uploaded"))
    worker.perform_tasks()
    assert Notification.of(office).count() == 1
    assert len(mailbox.mails(office.email)) == 1


def test_message_with_unknown_outcome_is_not_repeated(app, office, upload, worker, monkeypatch):
    with Smtp(END=CUT) as server:
        monkeypatch.setitem(app.extensions, "mail", Mail(server.url(), "intake@example.org"))
        upload()
        worker.settle()
        jobs.alert_firm(office.id, "document_uploaded")
        [message] = FirmMessage.of(office)
        for _ in range(2):
            jobs.send_firm_message(message.id)
        assert len(server.mails) == 1
    [message] = FirmMessage.of(office)
    assert (message.status, message.error) == ("failed", "unknown")


def test_expired_claim_is_marked_unknown(office, mailbox):
    with db.atomic():
        actions.send_alert(office, "webhook_disabled", "x", "email", [office.email], reason="gone",
                     webhook={"id": "wh_1", "url": "https://example.com"}, address="https://example.org")
    [message] = FirmMessage.of(office)
    message.change(sending_since=now() - CLAIM_LIFETIME - timedelta(seconds=1))
    jobs.send_firm_message(message.id)
    assert FirmMessage.fetch(office, message.id).error == "unknown"
    assert mailbox.mails(office.email) == []
    jobs.send_firm_message_failed(message.id)
    assert FirmMessage.fetch(office, message.id).error == "unknown"


def test_names_are_escaped(office, upload, a_minute_later, mailbox):
    office.change(name="<b>Smith</b>\r\nX-Evil: 1")
    upload("<img src=x onerror=alert(1)>\n\nClick: https://evil.example")
    a_minute_later()
    [mail] = mailbox.mails(office.email)
    assert "<img src=x" not in rich(mail)
    assert "<b>" not in rich(mail)
    assert mail["X-Evil"] is None


def test_layout_has_language_and_brand_color(office, upload, a_minute_later, mailbox):
    office.change(settings={"brand_color": "#ffee00"})
    upload()
    a_minute_later()
    [mail] = mailbox.mails(office.email)
    assert "background:#ffee00;color:#000000" in rich(mail)
    assert '<html lang="en">' in rich(mail)


def test_old_notifications_are_purged(office, upload, a_minute_later):
    upload()
    a_minute_later()
    jobs.purge_old_notifications()
    assert (Notification.of(office).count(), FirmMessage.of(office).count()) == (1, 1)
    for model in (Notification, FirmMessage):
        model.update(created_at=now() - KEPT_FOR - timedelta(days=1)).where(model.firm_id == office.id).execute()
    jobs.purge_old_notifications()
    assert (Notification.of(office).count(), FirmMessage.of(office).count()) == (0, 0)


def test_intakes_and_links_appear_in_feed(office, worker, api):
    matter = a_matter(office, title="Smith v. Jones")
    jobs.notify_intake_completed(matter.id, "link_1")
    jobs.notify_link_expired(matter.id, "link_1")
    jobs.notify_intake_completed("mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "link_2")
    assert [row["message"] for row in api.get("/notifications").json["data"]] == [
        "The intake link of “Smith v. Jones” expired before the intake was complete.",
        "The client has completed the intake of “Smith v. Jones”."]

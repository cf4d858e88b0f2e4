"""Clients get messages only as is safe for them, and nothing outside a message reveals its subject."""

from datetime import UTC, datetime, time, timedelta
from itertools import product
from types import SimpleNamespace

import pytest

from intake.cases.clients.models import Client
from intake.core.clock import now
from intake.core.languages import LANGUAGES
from intake.core.local_time import to_local
from intake.engine.tasks.actions import Postponed
from intake.engine.tasks.models import Task
from intake.messaging.communications.jobs import send
from intake.messaging.communications.message_texts import FOLDER, client_language, render_message
from intake.messaging.communications.models import Communication
from intake.messaging.communications.quiet_hours import DAY, hours_for
from intake.messaging.communications.safety import hours_of, label_of, next_opening, signature_of
from intake.messaging.notifications.models import Notification
from intake.portal.reminders.rules import channels_for
from tests.builders import a_communication, a_template
from tests.core.answers import data
from tests.source import modules
from tests.stand_ins.mailbox import plain, rich

TO_COLLEAGUES = {"digest.txt", "footer_person.txt"}
NAMES = sorted({path.name for path in (FOLDER / "en").glob("*.txt")} - TO_COLLEAGUES)
MARK = "Divorce Xylophone"
NOON = datetime(2027, 3, 8, 17, 0, tzinfo=UTC)


@pytest.fixture
def prefer(firm, matter):
    """Set the preferences of the matter's client: `prefer(sms=False)`."""
    return lambda **wishes: Client.fetch(firm, matter.client_id).change(contact_preferences=wishes)


def test_every_message_to_a_client_goes_through_one_door():
    senders = {module.name for module in modules() if "send_to_client(" in module.text}
    assert senders == {"intake.messaging.communications.carriers", "intake.messaging.communications.client_delivery"}
    assert {module.name for module in modules() if "send_to_client" in module.text} == senders | {
        "intake.engagement.leads.writing"}
    carriers = {module.name for module in modules()
                if "mail.send(" in module.text or "sms.send(" in module.text}
    assert carriers == {"intake.messaging.communications.carriers", "intake.accounts.users.jobs",
                        "intake.accounts.sessions.jobs", "intake.records.erasures.mailing"}


@pytest.mark.parametrize(("language", "name"), list(product(LANGUAGES, NAMES)))
def test_subject_and_sms_say_nothing_of_the_case(firm, reachable, language, name):
    template = a_template(firm, name=f"{MARK} template")
    matter = reachable(title=MARK, practice_area="family_law", intake_template_id=template.id)
    document = {"name": "Letter", "reason": "Cut off.", "is_infected": False}
    for is_neutral in (True, False):
        rendered = render_message(
            name.removesuffix(".txt").removesuffix(".sms"), "sms" if ".sms" in name else "email", language, firm=firm,
            client=matter.client, matter=matter, template=template, label=label_of(matter, firm, language), form=True,
            documents=[document if name.startswith("rejection") else "Letter"], count=1, more=1, days=2,
            link="https://x.example/p/1", expires="May 2", is_neutral=is_neutral, code="123456", minutes=10,
            title="Matters", signer=SimpleNamespace(name="Leo"), address="https://x.example/reports", day="May 2",
            step="received", kind="access", received_on="May 2", due_on="May 9", reason="", answer="", sender="",
            firm_name="Silva & Partners", lead=SimpleNamespace(full_name="Leo Rivera"))
        assert MARK not in f"{rendered.subject}{rendered.message}"
        assert "family" not in f"{rendered.subject}{rendered.message}".casefold()
        if is_neutral and ".sms" in name:
            assert "Letter" not in rendered.message


def test_firm_is_not_named_where_that_is_not_safe(api, firm, matter, prefer, mailbox):
    prefer(identify=False, neutral_name="Rosa's Garden")
    firm.change(settings={"sms_notifications": True}, logo_key="logos/x")
    data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email", "sms"]}), 201)

    [mail], [text] = mailbox.mails(matter.client.email), mailbox.texts(matter.client.phone)
    assert mail["Subject"] == "A message for you"
    assert mail["From"].startswith('"Rosa\'s Garden"') or mail["From"].startswith("Rosa's Garden")
    assert mail["Reply-To"] is None
    assert plain(mail).rstrip().endswith("or the link if you were sent one.")  # other messages have none
    assert text.startswith("Rosa's Garden: Ana, please send us what we need:")
    for content in (mail["From"], plain(mail), rich(mail), text):
        assert firm.name not in content
        assert firm.email not in content
        assert matter.title not in content


def test_label_stands_in_place_of_the_title(api, firm, matter, mailbox):
    data(api.patch(f"/matters/{matter.id}", {"client_label": "Your letter"}))
    data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]}), 201)
    [mail] = mailbox.mails(matter.client.email)
    assert "For “Your letter” we need some answers" in plain(mail)
    assert matter.title not in plain(mail)


def test_without_a_label_it_is_the_case_with_the_firm(firm, matter):
    assert label_of(matter, firm, "en") == f"your case with {firm.name}"
    assert label_of(matter, firm, "es") == f"su caso con {firm.name}"


def test_unsafe_channel_is_refused_at_once(write, prefer, rows):
    prefer(sms=False)
    answer = write("sms")
    assert (answer.status_code, answer.json["error"]["details"]["reason"]) == (422, "no_safe_channel")
    assert rows() == []


def test_unsafe_channel_fails_when_it_is_due_and_the_firm_is_notified(firm, write, prefer, rows, mailbox, matter,
                                                                            worker):
    data(write("email", send_at=(now() + timedelta(days=1)).isoformat()), 201)
    prefer(email=False)
    [row] = rows()
    for _ in range(2):
        send(row.id)
    [row] = rows()
    assert (row.status, row.error) == ("failed", "no_safe_channel")
    assert mailbox.mails(matter.client.email) == []
    worker.settle()
    [notice] = Notification.of(firm).where(Notification.type == "message_refused")
    assert notice.data["communication_id"] == row.id


def test_outside_the_clients_hours_a_message_waits(firm, write, prefer, rows):
    begin, end = (to_local(now() + timedelta(hours=hours), firm.timezone) for hours in (2, 3))
    prefer(hours={"from": f"{begin:%H:%M}", "to": f"{end:%H:%M}"})
    message = data(write("email"), 201)
    assert message["status"] == "queued"
    assert timedelta(hours=1, minutes=58) < datetime.fromisoformat(message["send_at"]) - now() < timedelta(hours=2)
    with pytest.raises(Postponed):
        send(message["id"])  # still too early
    [row] = rows()
    assert row.status == "queued"
    assert Task.of(firm).where(Task.name == "send_communication").count() == 1


@pytest.mark.parametrize(("hour", "late", "opens_at"), [(3, 2, 8), (3, 0, None), (12, 48, None), (22, 2, 8)])
def test_what_an_outage_has_delayed_is_not_sent_at_night(firm, matter, mailing, hour, late, opens_at):
    ahead = (hour - now().hour + 11) % 24 - 11
    firm.change(timezone=f"Etc/GMT{-ahead:+}")
    assert to_local(now(), firm.timezone).hour == hour
    server = mailing()
    message = a_communication(firm, matter, channel="email", status="queued", to=matter.client.email, sent_at=None,
                              created_at=now() - timedelta(hours=late))
    if opens_at:
        with pytest.raises(Postponed) as postponed:
            send(message.id)
        opening = to_local(postponed.value.until, firm.timezone)
        assert (opening.hour, opening.minute, opening - now() < timedelta(hours=11)) == (opens_at, 0, True)
        assert server.mails == []
    else:
        send(message.id)
        assert len(server.mails) == 1


def test_in_quiet_hours_of_the_firm_a_message_waits_unless_the_client_named_others(firm, matter, write, prefer):
    begin, end = (f"{to_local(now() + timedelta(hours=hours), firm.timezone):%H:%M}" for hours in (-1, 2))
    firm.change(settings={"quiet_hours": {"from": begin, "to": end}})
    message = data(write("email"), 201)
    assert (message["status"], message["send_at"] is None) == ("queued", False)
    assert hours_for(firm, matter.client) == hours_of(firm)
    assert hours_for(firm, matter.client) != DAY
    prefer(hours={"from": begin, "to": end})
    assert data(write("email"), 201)["status"] == "sent"


def test_firm_chooses_sender_signature_and_language(api, firm, matter, mailbox):
    firm.change(settings={"sender_name": "Delgado Admisiones", "mail_signature": "Ana Delgado\nhttps://delgado.example",
                          "language": "es"})
    data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]}), 201)
    [mail] = mailbox.mails(matter.client.email)
    assert mail["From"].addresses[0].display_name == "Delgado Admisiones"
    assert "Ana Delgado\nhttps://delgado.example\n\n-- \n" in plain(mail)
    assert 'Ana Delgado<br><a href="https://delgado.example"' in rich(mail)
    assert "Abrir su lista: " in plain(mail)
    prefer = {"identify": False}
    assert signature_of(firm, Client(contact_preferences=prefer)) == ""
    matter.client.custom_fields = {"language": "en"}
    assert (client_language(matter.client, firm), client_language(Client(custom_fields={}), firm)) == ("en", "es")


@pytest.mark.parametrize(("hours", "opens_in"), [
    (("09:00", "17:00"), None), (("09:00", "12:00"), 21), (("22:00", "06:00"), 10), (("22:00", "13:00"), None)])
def test_hours_may_span_midnight(hours, opens_in):
    hours = tuple(datetime.strptime(each, "%H:%M").time() for each in hours)  # noqa: DTZ007
    assert to_local(NOON, "America/New_York").hour == 12
    opening = None if opens_in is None else NOON + timedelta(hours=opens_in)
    assert next_opening(NOON, "America/New_York", hours) == opening


def test_hours_that_begin_at_a_time_that_comes_twice_are_awaited_also_the_second_time():
    moment, hours = datetime(2026, 11, 1, 6, 10, tzinfo=UTC), (time(1, 30), time(22))  # 1:10 after clocks went back
    assert next_opening(moment, "America/New_York", hours) == moment + timedelta(minutes=20)
    earlier = moment - timedelta(hours=1)
    assert next_opening(earlier, "America/New_York", hours) == earlier + timedelta(minutes=20)


@pytest.mark.parametrize(("wishes", "channels"), [
    ({}, ["email", "sms"]), ({"sms": False}, ["email"]), ({"preferred": "sms"}, ["sms"]),
    ({"preferred": "sms", "sms": False}, ["email"]), ({"email": False, "sms": False}, ["email"])])
def test_reminders_go_by_the_preferred_channel(firm, matter, wishes, channels):
    firm.change(settings={"sms_notifications": True})
    matter.client.contact_preferences = wishes
    assert channels_for(firm, matter.client, False) == channels


def test_wrong_preferences_are_refused(api, matter):
    for wrong in ({"email": "yes"}, {"hours": {"from": "9", "to": "17:00"}}, {"hours": {"from": "09:00"}},
                  {"hours": {"from": "09:00", "to": "09:00"}}, {"preferred": "fax"}, {"neutral_name": "x" * 61}, [], 5):
        assert api.patch(f"/clients/{matter.client_id}", {"contact_preferences": wrong}).status_code == 400
    hours = {"hours": {"from": "21:00", "to": "06:30"}}
    assert data(api.patch(f"/clients/{matter.client_id}", {"contact_preferences": hours}))[
        "contact_preferences"] == hours
    assert Communication.of(matter).count() == 0

"""The link in a reminder unsubscribes its client from reminders, and from nothing else."""

from datetime import timedelta

import pytest

from intake.cases.clients.models import Client
from intake.messaging.communications.models import Communication
from intake.messaging.communications.unsubscribing import reminders_off_url
from intake.messaging.notifications.models import Notification
from intake.portal.reminders import jobs
from intake.portal.reminders.models import Reminder
from tests.browsing import Browser
from tests.builders import a_client, a_document, a_user, an_intake_link
from tests.core.answers import data
from tests.stand_ins.mailbox import plain, rich


@pytest.fixture
def reminded(api, firm, reachable, mailbox, worker):
    """A matter whose client was sent a link, and a function that reminds and returns the mails they got."""
    matter = reachable(client={"custom_fields": {"language": "es"}})
    a_document(firm, matter, name="Passport")
    data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]}), 201)
    worker.settle()

    def remind():
        at = Reminder.of(firm).where(Reminder.settled_at.is_null()).order_by(Reminder.due_at).first().due_at.replace(
            hour=17) + timedelta(days=1)
        jobs.remind_clients(at)
        for message in Communication.of(firm).where(Communication.reminder_id.is_null(False)):
            jobs.send_reminder(message.id, moment=at)
        return mailbox.mails(matter.client.email)[1:]

    return matter, remind


def test_link_ends_reminders_and_notifies_the_firm(app, api, firm, reminded, signed_in_as, worker):
    matter, remind = reminded
    [mail] = remind()
    url, program = mail["List-Unsubscribe"].strip("<>"), Browser(app)
    path = "/" + url.split("/", 3)[3]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"No recibir más recordatorios: {url}" in plain(mail)
    assert f'<a href="{url}"' in rich(mail)

    shown = program.get(path)
    assert "Ünal &amp; Partners" in shown.text
    assert '<html lang="es"' in shown.text
    assert Client.fetch(firm, matter.client_id).contact_preferences is None  # opening it changes nothing
    for _ in range(2):
        assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    worker.settle()

    [notice] = Notification.of(firm).where(Notification.type == "reminders_ended")
    assert notice.message == "Ana Silva wants no more reminders."
    desk = signed_in_as(a_user(firm, "admin"))
    assert "The client wants no more reminders." in desk.get("/reminders").text
    assert "No reminders" in desk.get(f"/clients/{matter.client_id}").text
    assert desk.get(f"/notifications/{notice.id}").headers["Location"] == f"/clients/{matter.client_id}"
    assert len(remind()) == 1
    data(api.post(f"/matters/{matter.id}/communications", {"channel": "email", "message": "Hello"}), 201)  # still sent

    assert "Ya no recibirá recordatorios" in program.get(path).text
    client = a_client(firm, email="ana@new.example", custom_fields={"language": "es"})
    data(api.post(f"/clients/{matter.client_id}/merge", {"into": client.id}), 201)
    assert "Ya no recibirá recordatorios" in program.post(path, {}).text
    data(api.post(f"/clients/{matter.client_id}/merge/undo"))
    program.post(path, {"again": "yes"})
    assert Client.fetch(firm, matter.client_id).contact_preferences == {"reminders": True}
    assert "The client wants no more reminders." not in desk.get("/reminders").text
    assert len(remind()) == 3  # the first one, the message, and this


def test_page_names_no_firm_where_that_is_not_safe(app, firm, reminded):
    matter, _ = reminded
    client = Client.fetch(firm, matter.client_id)
    client.change(contact_preferences={"identify": False})
    path = "/" + reminders_off_url(client.id).split("/", 3)[3]
    program = Browser(app)
    assert "Partners" not in program.get(path).text + program.post(path, {}).text
    assert Client.fetch(firm, client.id).contact_preferences == {"identify": False, "reminders": False}
    for wrong in (path[:-1] + ("a" if path[-1] != "a" else "b"), path.replace(client.id, a_user(firm).id),
                  path.replace(client.id, an_intake_link(firm).client_id), "/unsubscribe/reminders/x"):
        assert program.get(wrong).status_code == program.post(wrong, {}).status_code == 404

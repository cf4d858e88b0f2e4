"""The mail of an invitation: its delivery, its link, and the secrecy of the link."""

import json
import re

import pytest
from aiosmtpd.controller import Controller

from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import resend
from intake.accounts.users.jobs import send_invitation
from intake.accounts.users.models import Invitation
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.gateways.mail import Mail
from intake.listeners import TASKS
from local import ports
from tests.builders import a_caller
from tests.core.answers import data
from tests.stand_ins.mail_server import post_bounce, receiving_mail
from tests.stand_ins.smtp import CUT, Smtp

LINK = re.compile(r"http://[^\s/]+(/invitations/\w+)")


def _link(mail):
    text = mail.get_body(("plain",)).get_content()
    return LINK.search(text)[1]


def _button(mail):
    return re.search(r"^Choose a password: (\S+)", mail.get_body(("plain",)).get_content(), re.MULTILINE)[1]


def test_mail_is_in_the_language_of_the_invitation_else_the_firms(firm, invited, worker, mails):
    named = invited(language="es")
    Firm.fetch(firm.id).change(settings={"language": "es"})
    others = [invited(), invited(language="en")]
    worker.perform_tasks()

    subjects = [mails(invitation["email"])[0]["Subject"] for invitation in (named, *others)]
    assert subjects == [f"{firm.name} le invita a Intake"] * 2 + [f"{firm.name} invites you to Intake"]


def test_mail_arrives_and_its_link_opens_the_form(invited, worker, mails, browser):
    invitation = invited(first_name="Maya")

    worker.perform_tasks()

    [mail] = mails(invitation["email"])
    assert "Ünal & Partners" in mail["Subject"]
    assert mail["Reply-To"] == "office@example.com"
    text = mail.get_body(("plain",)).get_content()
    assert "Hello Maya," in text
    assert "Hola" not in text
    assert f'<a class="button" href="{_button(mail)}"' in mail.get_body(("html",)).get_content()
    assert browser.get(_link(mail)).status_code == 200


def test_repeated_job_sends_an_identical_mail(invited, mails):
    invitation = invited()
    sealed = Invitation.get_by_id(invitation["id"]).sealed_token
    send_invitation(invitation["id"])
    # as if the worker had crashed between sending and recording it
    Invitation.update(sealed_token=sealed).where(Invitation.id == invitation["id"]).execute()

    send_invitation(invitation["id"])

    first, second = mails(invitation["email"])
    assert (_link(first), first["Message-ID"]) == (_link(second), second["Message-ID"])


def test_mail_is_not_repeated_when_the_servers_answer_is_lost(app, invited, firm, worker, monkeypatch):
    with Smtp(END=CUT) as server:
        monkeypatch.setitem(app.extensions, "mail", Mail(server.url(), "intake@example.com"))
        invitation = invited()
        worker.perform_tasks()
        send_invitation(invitation["id"])

    assert (len(server.mails), Task.of(firm).get().done_at is None) == (1, False)


def test_invitation_says_why_its_mail_was_not_delivered(app, api, invited, worker, monkeypatch):
    for answers, error in (({"RCPT": "550 No such user"}, "smtp 550"), ({"END": CUT}, "unknown")):
        with Smtp(**answers) as server, monkeypatch.context() as meanwhile:
            meanwhile.setitem(app.extensions, "mail", Mail(server.url(), "intake@example.com"))
            invitation = invited()
            worker.perform_tasks()
        assert Invitation.get_by_id(invitation["id"]).mail_error == error
    data(api.post(f"/firms/invitations/{invitation['id']}/resend"))
    assert Invitation.get_by_id(invitation["id"]).mail_error is None

    TASKS["send_invitation"].on_final_failure(invitation["id"])
    assert Invitation.get_by_id(invitation["id"]).mail_error == "gave_up"
    worker.perform_tasks()  # after all
    TASKS["send_invitation"].on_final_failure(invitation["id"])
    assert Invitation.get_by_id(invitation["id"]).mail_error is None


def test_invitation_says_that_its_mail_came_back_later(app, firm, invited, worker, monkeypatch):
    with Smtp() as server, receiving_mail(app):
        monkeypatch.setitem(app.extensions, "mail", Mail(server.url(), "intake@example.com"))
        pending, accepted = invited(), invited()
        worker.perform_tasks()
        Invitation.update(status="accepted").where(Invitation.id == accepted["id"]).execute()
        came_from = [re.search("<(.+)>", sender.decode())[1] for sender, *_ in server.mails]
        for sender in came_from:
            post_bounce(app, sender, action="delayed")
        assert Invitation.get_by_id(pending["id"]).mail_error is None
        for sender in came_from:
            post_bounce(app, sender.upper())
    assert [Invitation.get_by_id(each["id"]).mail_error for each in (pending, accepted)] == ["bounce 5.1.1", None]


def test_sent_mail_is_not_sent_again(invited, worker, mails):
    invitation = invited()
    worker.perform_tasks()

    send_invitation(invitation["id"])

    assert len(mails(invitation["email"])) == 1


def test_resent_mail_has_another_link_and_the_first_is_invalid(api, invited, worker, mails, browser):
    invitation = invited()
    worker.perform_tasks()
    data(api.post(f"/firms/invitations/{invitation['id']}/resend"))
    worker.perform_tasks()

    first, second = mails(invitation["email"])

    assert (browser.get(_link(first)).status_code, browser.get(_link(second)).status_code) == (404, 200)


def test_resend_during_delivery_sends_both_mails(
        app, firm, invited, mails, token_of, monkeypatch):
    invitation = invited()

    class MeanwhileSentAgain:
        async def handle_DATA(self, *_):
            with app.app_context():
                resend(a_caller(firm), invitation["id"])
                db.close()
            return "250 OK"

    with ports.reserved(1) as (port,):
        server = Controller(MeanwhileSentAgain(), hostname="127.0.0.1", port=port)
        server.start()
        with monkeypatch.context() as meanwhile:
            meanwhile.setitem(app.extensions, "mail", Mail(f"smtp://127.0.0.1:{port}", "intake@example.com"))
            send_invitation(invitation["id"])
        server.stop()
    token = token_of(invitation["id"])

    send_invitation(invitation["id"])

    assert _link(mails(invitation["email"])[0]) == f"/invitations/{token}"


def test_withdrawn_invitation_is_not_mailed(api, invited, worker, mails):
    invitation = invited()
    api.delete(f"/firms/invitations/{invitation['id']}")

    worker.perform_tasks()

    assert mails(invitation["email"]) == []


def test_expired_invitation_is_not_mailed(invited, firm, worker, mails):
    invitation = invited()
    Invitation.update(expires_at=now()).where(Invitation.firm_id == firm.id).execute()

    worker.perform_tasks()

    assert mails(invitation["email"]) == []


def test_mail_is_retried_while_the_server_is_unavailable(invited, firm, services, worker, mails):
    invitation = invited()
    services.mail.stop()
    try:
        worker.perform_tasks()
        [task] = Task.of(firm)
        assert (task.done_at, task.failed_at, task.attempts) == (None, None, 1)
    finally:
        services.mail.start()

    TASKS[task.name].function(*task.arguments)

    assert len(mails(invitation["email"])) == 1


def test_link_is_not_stored_or_logged(invited, firm, worker, mails, caplog):
    invitation = invited()
    worker.perform_tasks()
    token = _link(mails(invitation["email"])[0]).rpartition("/")[2]

    rows = [row for table in ("invitations", "tasks", "events") for row, in db.execute_sql(
        f"SELECT whole::text FROM {table} AS whole WHERE firm_id = %s", (firm.id,)).fetchall()]
    assert rows
    assert not [row for row in rows if token in row]
    assert token not in json.dumps([vars(record) for record in caplog.records], default=str)


@pytest.mark.parametrize("id", ["inv_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_unknown_invitation_is_ignored(app, id, monkeypatch):
    monkeypatch.setitem(app.extensions, "mail", None)  # sending would fail
    assert send_invitation(id) is None

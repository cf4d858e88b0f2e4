"""Creating and sending an intake link, and its events (docs/portal.md)."""

from datetime import datetime, timedelta

import pytest

from intake.accounts.firms.models import Firm
from intake.cases.client_merges.actions import merge
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.models import Communication
from intake.portal.links import actions
from intake.portal.links.actions import make as make_without_sending
from intake.portal.links.actions import revoke_of_former_client
from intake.portal.links.jobs import mark_sent_link
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.jobs import plan_reminders
from intake.portal.reminders.models import Reminder
from tests.builders import a_client, a_document, a_matter, a_template
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.mailbox import plain

SLACK = timedelta(seconds=60)


def test_a_link_is_created_and_stored_with_the_matter(api, matter, make):
    link = make(channels=[])

    assert link["id"].startswith("link_")
    assert (link["sent"], link["sent_at"], link["completed_at"]) == ([], None, None)
    assert abs(datetime.fromisoformat(link["expires_at"]) - now() - timedelta(days=90)) < SLACK
    assert data(api.get(f"/matters/{matter.id}/intake-link")) == link
    assert data(api.get(f"/matters/{matter.id}"))["intake_link"] == link["url"]


def test_the_lifetime_can_be_chosen(make):
    link = make(channels=[], expires_in_days=7)

    assert abs(datetime.fromisoformat(link["expires_at"]) - now() - timedelta(days=7)) < SLACK


def test_one_link_is_sent_though_postgres_left_before_that_was_noted(app, api, firm, matter, mailbox, breaking):
    path, body, key = f"/matters/{matter.id}/intake-link", {"channels": ["email"]}, {"Idempotency-Key": "once"}
    with breaking("intake_links", "PERFORM pg_terminate_backend(pg_backend_pid())", on="UPDATE"):
        first = api.post(path, body, headers=key)
    app.extensions["unsettled_keys"].flush()
    again = api.post(path, body, headers=key)
    link = IntakeLink.get(firm_id=firm.id)
    assert (data(first, 201)["url"], again.data) == (link.url, first.data)
    assert len(mailbox.mails(matter.client.email)) == 1

    mark_sent_link(link.id)
    assert data(api.get(path))["sent"] == ["email"]


def test_it_is_mailed_in_the_firms_name(make, matter, mailbox, worker):
    link = make(channels=["email"])

    [mail] = mailbox.mails(matter.client.email)
    assert link["url"] in plain(mail)
    assert mail["Subject"] == "Ünal & Partners asks you for some information"
    assert link["sent"] == ["email"]


def test_it_is_sent_by_sms_too(make, matter, mailbox):
    link = make(channels=["email", "sms"])

    assert link["sent"] == ["email", "sms"]
    [text] = mailbox.texts(matter.client.phone)
    assert link["url"] in text


def test_an_open_link_is_sent_again_and_reminds_again(make, matter, links, mailbox):
    first = make(channels=["email"], expires_in_days=30)
    [link] = links()
    plan_reminders(matter.id, link.id, first["expires_at"])
    link.change(sent_at=now() - timedelta(days=20))
    again = make(channels=["sms"], replace=False)

    assert (again["url"], again["sent"]) == (first["url"], ["email", "sms"])
    assert abs(datetime.fromisoformat(again["expires_at"]) - now() - timedelta(days=90)) < SLACK
    assert first["url"] in mailbox.texts(matter.client.phone)[0]
    reminders = Reminder.of(matter).where(Reminder.settled_at.is_null()).order_by(Reminder.days)
    assert [each.days for each in reminders] == [23, 27, 34]

    link.change(completed_at=now())
    assert make(channels=[], replace=False)["url"] != first["url"]


def test_without_channels_it_goes_by_every_channel_that_reaches_the_client(make, firm, reachable, api):
    assert make()["sent"] == ["email"]

    Firm.fetch(firm.id).change(settings={"sms_notifications": True})
    assert make()["sent"] == ["email", "sms"]

    nowhere = reachable(client={"email": None, "phone": None})
    assert data(api.post(f"/matters/{nowhere.id}/intake-link", {}), 201)["sent"] == []


def test_the_mail_is_in_the_clients_language(api, reachable, mailbox):
    matter = reachable(client={"custom_fields": {"language": "es"}})
    api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]})

    assert mailbox.mails(matter.client.email)[0]["Subject"] == "Ünal & Partners le pide información"


def test_an_event_is_recorded_when_it_was_sent(make, matter, payloads):
    make(channels=[])
    assert payloads("intake.link.sent") == []

    link = make(channels=["email", "sms"])

    client = matter.client
    assert payloads("intake.link.sent") == [{
        "matter": {"id": matter.id, "title": matter.title},
        "client": {"id": client.id, "first_name": client.first_name, "last_name": client.last_name},
        "link": {"id": link["id"], "expires_at": link["expires_at"]}}]


def test_no_other_event_is_recorded(make, announced):
    before = announced()
    make(channels=["email"])

    assert [type for type, _ in announced()[len(before):]] == ["intake.link.sent"]


@pytest.mark.parametrize("channels", [["email"], ["sms"], ["email", "sms"]], ids="+".join)
def test_without_an_address_sending_fails_and_the_link_exists(api, reachable, channels, payloads):
    matter = reachable(client={"email": None, "phone": None})
    answer = api.post(f"/matters/{matter.id}/intake-link", {"channels": channels})

    assert refusal(answer) == (422, "send_failed")
    details = answer.json["error"]["details"]
    assert (details["reason"], details["channel"], details["sent"]) == ("no_address", channels[0], [])
    link = data(api.get(f"/matters/{matter.id}/intake-link"))
    assert (link["id"], link["sent"]) == (details["intake_link_id"], [])
    assert data(api.get(f"/matters/{matter.id}"))["intake_link"] == link["url"]
    assert payloads("intake.link.sent") == []


def test_one_of_two_channels_fails(api, reachable, payloads):
    matter = reachable(client={"phone": None})
    answer = api.post(f"/matters/{matter.id}/intake-link", {"channels": ["sms", "email"]})

    assert refusal(answer) == (422, "send_failed")
    assert answer.json["error"]["details"]["sent"] == ["email"]
    assert len(payloads("intake.link.sent")) == 1


def test_link_is_not_sent_to_a_client_whom_the_matter_got_meanwhile(firm, matter, payloads):
    link = make_without_sending(firm, matter.id)
    update(firm, matter.id, client_id=a_client(firm, email=f"next.{firm.slug}@example.com").id)

    with pytest.raises(SendFailed) as failure:
        actions.send(firm, link, ["email"])

    assert failure.value.details["reason"] == "other_client"
    assert (Communication.of(firm).count(), payloads("intake.link.sent")) == (0, [])


def test_a_refusing_carrier_is_an_error(api, matter, mailing, payloads):
    mailing(RCPT="550 No such person")
    answer = api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]})

    assert refusal(answer) == (422, "send_failed")
    assert data(api.get(f"/matters/{matter.id}/intake-link"))["sent"] == []
    assert payloads("intake.link.sent") == []


def test_an_unavailable_carrier_is_retried_by_the_worker(make, mailing, payloads):
    mailing(RCPT="451 Try later")

    assert make(channels=["email"])["sent"] == ["email"]
    assert len(payloads("intake.link.sent")) == 1


def test_a_matter_without_a_client_gets_no_link(api, firm, links):
    matter = a_matter(firm)
    answer = api.post(f"/matters/{matter.id}/intake-link", {})

    assert refusal(answer) == (422, "send_failed")
    assert answer.json["error"]["details"]["reason"] == "no_client"
    assert links() == []


@pytest.mark.parametrize("status", ["closed", "archived"])
def test_only_an_active_matter_gets_a_link(api, matter, status, links):
    api.patch(f"/matters/{matter.id}", {"status": status})

    assert refusal(api.post(f"/matters/{matter.id}/intake-link", {})) == (422, "invalid_status_transition")
    assert links() == []


@pytest.mark.parametrize(("body", "wrong"), [
    ({"channels": ["fax"]}, {"channels.0"}), ({"channels": "email"}, {"channels"}), ({"channels": None}, {"channels"}),
    ({"channels": ["email"] * 3}, {"channels"}), ({"expires_in_days": 0}, {"expires_in_days"}),
    ({"expires_in_days": 731}, {"expires_in_days"}), ({"expires_in_days": "7"}, {"expires_in_days"}),
    ({"expires_in_days": 1.5}, {"expires_in_days"}), ({"token": "mine"}, {"token"}),
], ids=repr)
def test_an_invalid_body_is_refused(api, matter, body, wrong, links):
    assert wrong_fields(api.post(f"/matters/{matter.id}/intake-link", body)) == wrong
    assert links() == []


def test_the_response_can_be_sent_back(make):
    assert make(**make(channels=[]) | {"channels": []})["sent"] == []


def test_a_repeated_request_creates_and_sends_one_link(api, matter, mailbox, links):
    answers = [api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]},
                        headers={"Idempotency-Key": f"once-{matter.id}"}) for _ in range(2)]

    assert answers[0].json == answers[1].json
    assert len(links()) == len(mailbox.mails(matter.client.email)) == 1


@pytest.mark.parametrize("call", ["get", "delete"])
def test_a_matter_without_a_link(api, matter, call):
    assert refusal(getattr(api, call)(f"/matters/{matter.id}/intake-link")) == (404, "intake_link_not_found")


# The client's questions -----------------------------------------------------------------------------------------------


def test_the_firms_default_template_is_applied(api, firm, matter, make):
    template = a_template(firm, documents=[{"name": "Passport"}])
    api.patch("/firms/settings", {"settings": {"default_intake_template": template.id}})
    make(channels=[])

    assert [document.name for document in DocumentRequest.of(firm)] == ["Passport"]
    assert [form.questions for form in IntakeForm.of(firm)] == [template.form]
    make(channels=[])
    assert DocumentRequest.of(firm).count() == 1


def test_a_matter_with_documents_gets_no_default_template(api, firm, matter, make):
    template = a_template(firm, documents=[{"name": "Passport"}])
    api.patch("/firms/settings", {"settings": {"default_intake_template": template.id}})
    a_document(firm, matter, name="Deed")
    make(channels=[])

    assert [document.name for document in DocumentRequest.of(firm)] == ["Deed"]


def test_an_unknown_default_template_is_ignored(api, firm, make):
    api.patch("/firms/settings", {"settings": {"default_intake_template": "tmpl_of_another_world"}})

    assert make(channels=[])["sent"] == []


# Replacing and revoking -----------------------------------------------------------------------------------------------


def test_a_new_link_replaces_the_earlier_one(api, matter, make, links):
    first, second = make(channels=[]), make(channels=[])

    assert first["url"] != second["url"]
    assert data(api.get(f"/matters/{matter.id}/intake-link"))["id"] == second["id"]
    assert [link.revoked_at is None for link in links()] == [False, True]


def test_concurrent_requests_leave_exactly_one_link(api_of, firm, matter, at_once, links):
    clients = [api_of(firm) for _ in range(4)]
    made = at_once(4, lambda i: data(clients[i].post(f"/matters/{matter.id}/intake-link", {"channels": []}), 201))

    [active] = [link for link in links() if link.revoked_at is None]
    assert active.id in {link["id"] for link in made}
    assert Matter.fetch(firm, matter.id).link_url == active.url


def test_a_link_is_sent_while_its_client_is_merged(firm, matter, announced):
    link, client = make_without_sending(firm, matter.id), a_client(firm)
    merge(firm, matter.client_id, client.id)
    actions.send(firm, link, ["email"])
    assert IntakeLink.fetch(firm, link.id).sent_by == ["email"]
    assert [data["client"]["id"] for type, data in announced() if type == "intake.link.sent"] == [client.id]


def test_a_revoked_link_is_gone(api, matter, make, links):
    link = make(channels=[])

    assert data(api.delete(f"/matters/{matter.id}/intake-link")) == {"id": link["id"], "deleted": True}
    assert data(api.get(f"/matters/{matter.id}"))["intake_link"] is None
    assert refusal(api.get(f"/matters/{matter.id}/intake-link")) == (404, "intake_link_not_found")
    assert refusal(api.delete(f"/matters/{matter.id}/intake-link")) == (404, "intake_link_not_found")
    assert links()[0].revoked_at


def test_revoking_stops_the_reminders(api, firm, matter, make, worker):
    make(channels=["email"])
    worker.settle()
    reminders = list(Reminder.of(firm))
    assert [reminder.settled_at for reminder in reminders] == [None] * 3

    api.delete(f"/matters/{matter.id}/intake-link")
    assert all(reminder.settled_at for reminder in list(Reminder.of(firm)))


def test_a_link_is_replaced_while_the_reminders_of_the_one_before_are_planned(
        firm, matter, make, worker, while_locked):
    old = make(channels=["email"])
    worker.settle()
    _, new = while_locked(
        lambda: Matter.fetch_locked(firm, matter.id), lambda: plan_reminders(matter.id, old["id"], old["expires_at"]),
        lambda: make_without_sending(firm, matter.id))
    assert IntakeLink.fetch_current(firm, matter.id).id == new.id
    assert all(reminder.settled_at for reminder in Reminder.of(firm))


def test_reminders_of_a_replaced_link_that_are_planned_late_do_not_take_the_place_of_the_new_ones(
        firm, matter, make, worker):
    old = make(channels=["email"], expires_in_days=2)
    new = make(channels=["email"])
    worker.settle()

    plan_reminders(matter.id, old["id"], old["expires_at"])
    assert [reminder.link_id for reminder in Reminder.of(firm) if not reminder.settled_at] == [new["id"]] * 3


def test_the_link_of_a_former_client_is_revoked_before_any_reminder(api, firm, matter, reachable, make, worker):
    make(channels=["email"])
    worker.settle()
    other = reachable()
    data(api.post(f"/matters/{other.id}/intake-link", {"channels": []}), 201)
    api.patch(f"/matters/{matter.id}", {"client_id": a_client(firm).id})
    worker.settle()

    assert data(api.get(f"/matters/{matter.id}"))["intake_link"] is None
    assert refusal(api.get(f"/matters/{matter.id}/intake-link")) == (404, "intake_link_not_found")
    assert all(reminder.settled_at for reminder in Reminder.of(firm))
    assert data(api.get(f"/matters/{other.id}/intake-link"))


def test_revoking_a_replaced_link_keeps_the_new_one(api, firm, matter, make):
    """The new client was sent a link before the former client's link was checked."""
    make(channels=[])
    former = IntakeLink.of(firm).get()
    api.patch(f"/matters/{matter.id}", {"client_id": a_client(firm).id})
    link = make(channels=[])
    revoke_of_former_client(former)

    assert data(api.get(f"/matters/{matter.id}/intake-link"))["id"] == link["id"]


def test_a_link_whose_sender_was_killed_before_it_was_marked_is_marked_soon(
        firm, matter, mailing, links, worker, monkeypatch, payloads):
    with monkeypatch.context() as killed:
        killed.setattr(actions, "_mark_sent", killed_now)
        with pytest.raises(SystemExit):
            actions.create(firm, matter.id, channels=["email"])
    assert links()[0].sent_at is None
    Task.update(due_at=now()).where(Task.firm_id == firm.id, Task.name == "mark_sent_link").execute()
    worker.settle()
    worker.settle()
    assert (links()[0].sent_by, len(payloads("intake.link.sent"))) == (["email"], 1)
    assert Reminder.of(firm).count() == 3
    mark_sent_link(links()[0].id)
    assert len(payloads("intake.link.sent")) == 1


def killed_now(*_):
    """Replaces a step before which the process is killed."""
    raise SystemExit


def test_the_address_does_not_change(make, links):
    assert make(channels=[])["url"] == links()[0].url == IntakeLink.for_job(links()[0].id).url


def test_link_can_be_made_without_the_default_template(api, firm, matter):
    template = a_template(firm, documents=[{"name": "Passport"}])
    api.patch("/firms/settings", {"settings": {"default_intake_template": template.id}})
    link = make_without_sending(firm, matter.id, with_default_template=False)

    assert (link.sent_at, Matter.fetch(firm, matter.id).documents_count) == (None, 0)

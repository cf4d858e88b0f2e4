"""Messages that are scheduled, cancelled, and sent again."""

from datetime import timedelta

import pytest

from intake.accounts.firms.actions import reinstate, suspend
from intake.cases.client_merges.actions import merge
from intake.cases.clients.actions import update as update_client
from intake.cases.matters.actions import update as update_matter
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.messaging.communications.actions import queue_communication
from intake.messaging.communications.client_delivery import deliver_to_client
from intake.messaging.communications.failures import failure_of
from intake.messaging.communications.jobs import send
from intake.messaging.communications.models import Communication
from intake.portal.links.actions import create as make_link
from intake.portal.links.actions import revoke
from tests.builders import a_client, a_communication, an_intake_link
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.mailbox import plain

TOMORROW = timedelta(days=1)


@pytest.fixture
def later(write):
    """The answer to the creation of a message that is scheduled for tomorrow."""
    return data(write("email", "Hello", send_at=iso(now() + TOMORROW)), 201)


def test_it_waits_and_goes_to_the_present_address(firm, matter, later, mailbox):
    [task] = Task.select().where(Task.firm_id == firm.id, Task.name == "send_communication")
    assert (later["status"], later["sent_at"], iso(task.due_at)) == ("queued", None, later["send_at"])
    assert mailbox.mails(matter.client.email) == []

    update_client(firm, matter.client_id, email="moved@example.com")
    update_matter(firm, matter.id, status="closed")  # which tells of it, and leaves it scheduled
    send(later["id"])
    assert len(mailbox.mails("moved@example.com")) == 1
    assert Communication.fetch(firm, later["id"]).status == "sent"


def test_without_an_address_by_then_it_fails(firm, matter, later):
    update_client(firm, matter.client_id, email=None)
    send(later["id"])
    message = Communication.fetch(firm, later["id"])

    assert (message.status, message.error) == ("failed", "no_address")


def test_it_does_not_go_out_while_the_firm_is_suspended(api, firm, matter, later, mailbox):
    suspend(firm.id)
    send(later["id"])
    message = Communication.fetch(firm, later["id"])
    assert (message.status, message.error, mailbox.mails(matter.client.email)) == ("failed", "firm_suspended", [])

    reinstate(firm.id)
    again = data(api.post(f"/matters/{matter.id}/communications/{message.id}/retry"), 201)
    assert (again["status"], len(mailbox.mails(matter.client.email))) == ("sent", 1)


def test_what_an_outage_has_delayed_for_days_is_sent_only_by_hand(api, firm, matter, later, mailbox):
    message = Communication.fetch(firm, later["id"])
    message.change(send_at=now() - timedelta(days=3, hours=1))
    send(message.id)
    message = Communication.fetch(firm, message.id)
    assert (message.status, message.error, mailbox.mails(matter.client.email)) == ("failed", "gave_up", [])
    assert "could not be sent for a whole day" in failure_of(message).sentence
    assert data(api.post(f"/matters/{matter.id}/communications/{message.id}/retry"), 201)["status"] == "sent"


def test_what_was_written_to_the_former_client_does_not_reach_another(worker, api, firm, matter, later, write, mailbox):
    other = a_client(firm, email="bob@example.com")
    data(api.patch(f"/matters/{matter.id}", {"client_id": other.id}))
    data(write("email", "To you", send_at=iso(now() + TOMORROW)), 201)
    Task.update(due_at=now()).where(Task.firm_id == firm.id, Task.name == "send_communication").execute()
    worker.settle()

    former = Communication.fetch(firm, later["id"])
    assert (former.status, former.error) == ("failed", "other_client")
    again = api.post(f"/matters/{matter.id}/communications/{former.id}/retry")
    assert (*refusal(again), again.json["error"]["details"]["reason"]) == (422, "send_failed", "other_client")
    assert "To you" in plain(*mailbox.mails("bob@example.com"))


def test_it_reaches_a_client_who_was_merged_meanwhile(worker, firm, matter, later, mailbox):
    kept = a_client(firm, email="kept@example.com")
    merge(firm, matter.client_id, kept.id)
    Task.update(due_at=now()).where(Task.firm_id == firm.id, Task.name == "send_communication").execute()
    worker.settle()
    assert Communication.fetch(firm, later["id"]).status == "sent"
    assert len(mailbox.mails("kept@example.com")) == 1


def test_what_was_written_at_once_and_waits_goes_to_the_address_of_by_then(worker, firm, matter, mailbox):
    with db.atomic():
        message = queue_communication(matter, matter.client, "email", "Hello")
    before = len(mailbox.mails(matter.client.email))
    update_client(firm, matter.client_id, email=f"left.{firm.slug}@example.com")
    worker.settle()
    assert Communication.fetch(firm, message.id).status == "sent"
    assert len(mailbox.mails(f"left.{firm.slug}@example.com")) == 1
    assert len(mailbox.mails(matter.client.email)) == before


def test_what_the_client_of_before_was_written_at_once_does_not_reach_another(worker, firm, matter, mailbox):
    with db.atomic():
        message = queue_communication(matter, matter.client, "email", "Hello")
    matter.change(client_id=a_client(firm, email="other@example.com").id)
    worker.settle()
    message = Communication.fetch(firm, message.id)
    assert (message.status, message.error, mailbox.mails("other@example.com")) == ("failed", "other_client", [])


@pytest.fixture
def waiting_link(firm, matter, mailing):
    """The mail with an intake link that waits because the mail server took nothing; the server works again."""
    mailing(RCPT="451 Later")
    make_link(firm, matter.id, channels=["email"])
    return Communication.of(firm).get()


def test_a_mail_that_waited_brings_the_link_that_replaced_its_own(firm, matter, waiting_link, mailing):
    link = make_link(firm, matter.id, channels=[])
    server = mailing()
    send(waiting_link.id, matter.client_id)
    [(_, _, mail)] = server.mails
    assert link.url.encode() in mail.replace(b"=\r\n", b"")
    assert list(Communication.channels_with_link(firm, matter.id, link.public_part)) == ["email"]


@pytest.mark.parametrize("replace", [True, False], ids=["a new link", "the same link"])
def test_of_mails_that_waited_one_brings_the_link(firm, matter, worker, waiting_link, mailing, replace):
    make_link(firm, matter.id, channels=["email"], replace=replace)
    assert Communication.of(firm).where(Communication.status == "queued").count() == 2
    server = mailing()
    Task.update(due_at=now()).where(Task.firm_id == firm.id, Task.name == "send_communication").execute()
    worker.settle()
    assert ([each.status for each in Communication.of(firm)], len(server.mails)) == (["sent"], 1)


def test_a_link_that_was_withdrawn_is_not_sent(api, firm, matter, waiting_link, mailing):
    revoke(firm, matter.id)
    server = mailing()
    send(waiting_link.id, matter.client_id)
    message = Communication.fetch(firm, waiting_link.id)
    assert (message.status, message.error, server.mails) == ("failed", "no_link", [])
    assert "no longer works" in failure_of(message).sentence


@pytest.mark.parametrize("moment", [-TOMORROW, timedelta(days=366)])
def test_moment_is_within_a_year(write, rows, moment):
    assert wrong_fields(write("email", send_at=iso(now() + moment))) == {"send_at"}
    assert rows() == []


def test_cancelled_message_is_not_sent(api, matter, later, rows, mailbox):
    path = f"/matters/{matter.id}/communications/{later['id']}"
    assert data(api.delete(path)) == {"id": later["id"], "deleted": True}
    send(later["id"])

    assert (rows(), mailbox.mails(matter.client.email)) == ([], [])
    assert refusal(api.delete(path)) == (404, "communication_not_found")


def test_message_on_its_way_is_not_cancelled(api, firm, matter, later):
    path = f"/matters/{matter.id}/communications/"
    deliver_to_client(Communication.fetch(firm, later["id"]), 5)
    for message in (Communication.fetch(firm, later["id"]), a_communication(firm, matter, status="queued")):
        assert refusal(api.delete(path + message.id)) == (422, "invalid_status_transition")


def test_failed_message_is_sent_again_once(api, firm, matter, rows, mailbox, at_once):
    link = an_intake_link(firm, matter)
    failed = a_communication(firm, matter, channel="email", status="failed", message="See [intake link]",
                             link_public_part=link.public_part, error="gave_up")
    path = f"/matters/{matter.id}/communications/{failed.id}/retry"
    statuses = sorted(answer.status_code for answer in at_once(3, lambda _: api.post(path)))
    [mail] = mailbox.mails(matter.client.email)

    assert statuses == [201, 422, 422]
    assert link.url in mail.as_string().replace("=\n", "")
    assert [(row.status, row.message, row.retry_of) for row in rows()] == [
        ("failed", "See [intake link]", None), ("sent", "See [intake link]", failed.id)]


@pytest.mark.parametrize("values", [{"status": "sent"}, {"status": "failed", "direction": "inbound"}])
def test_only_what_failed_is_sent_again(api, firm, matter, values):
    message = a_communication(firm, matter, channel="email", **values)

    assert refusal(api.post(f"/matters/{matter.id}/communications/{message.id}/retry")) == (
        422, "invalid_status_transition")

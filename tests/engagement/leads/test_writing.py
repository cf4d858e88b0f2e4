"""Mails to leads, the letter with which the firm declines, and the firm's notifications."""

from datetime import timedelta

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.local_time import to_local
from intake.engagement.leads.actions import update
from intake.engagement.leads.jobs import notify_lead_received, send_lead_message, send_lead_message_failed
from intake.engagement.leads.models import Lead, LeadMessage
from intake.engagement.leads.writing import language_of, letter_of_decline
from intake.engine.tasks.models import Task
from intake.messaging.communications.errors import SendFailed
from intake.messaging.notifications.models import FirmMessage, Notification
from tests.builders import a_lead
from tests.core.answers import data, refusal

LETTER = {"subject": "Your inquiry", "message": "We cannot represent you."}
SAFE = {"identify": False, "neutral_name": "Rosa's Garden"}


def test_decline_is_mailed_once_in_the_language_of_the_person(firm, api, mailbox):
    lead = a_lead(firm, language="es", email="ana.decline@example.com")
    letter = letter_of_decline(lead, firm, language_of(lead, firm))
    body = {"status": "declined", "declined_reason": "Not our area.",
            "letter": {"subject": letter.subject, "message": letter.message}}
    assert refusal(api.patch(f"/leads/{lead.id}", body | {"declined_reason": None})) == (400, "validation_error")
    answer = data(api.patch(f"/leads/{lead.id}", body))
    assert (answer["status"], answer["declined_reason"]) == ("declined", "Not our area.")
    assert answer["answered_at"] is not None

    assert refusal(api.patch(f"/leads/{lead.id}", {"declined_reason": None})) == (400, "validation_error")
    data(api.patch(f"/leads/{lead.id}", body))  # once more, as from a form that is sent twice

    [message] = LeadMessage.of(firm)
    for _ in range(2):
        send_lead_message(message.id)
    send_lead_message_failed(message.id)
    [mail] = mailbox.mails("ana.decline@example.com")
    text = mail.get_body(("plain",)).get_content()
    assert (mail["Subject"], "plazos" in text, firm.name in text) == (letter.subject, True, True)
    assert LeadMessage.fetch(firm, message.id).status == "sent"


@pytest.mark.parametrize(("wishes", "email"), [({"email": False}, "no@example.com"), (None, None)])
def test_letter_that_cannot_be_sent_changes_nothing(firm, wishes, email):
    lead = a_lead(firm, email=email, contact_preferences=wishes)
    with pytest.raises(SendFailed):
        update(firm, lead.id, status="declined", declined_reason="No capacity.", letter=LETTER)
    assert (Lead.fetch(firm, lead.id).status, LeadMessage.of(firm).count()) == ("new", 0)


def test_safe_contact_holds_for_letters(firm, mailbox):
    lead = a_lead(firm, email="safe.lead@example.com", contact_preferences=SAFE)
    assert firm.name not in letter_of_decline(lead, firm, "es").message
    update(firm, lead.id, letter=LETTER)
    send_lead_message(LeadMessage.of(firm).get().id)
    [mail] = mailbox.mails("safe.lead@example.com")
    assert firm.name not in mail.as_string()
    assert "Your inquiry" not in mail["Subject"]


@pytest.mark.parametrize(("prevent", "error"), [
    (lambda firm, message: suspend(firm.id), "firm_suspended"),
    (lambda firm, message: message.change(created_at=now() - timedelta(days=3, hours=1)), "gave_up")])
def test_mail_of_a_suspended_firm_or_delayed_for_days_is_not_sent(firm, mailbox, prevent, error):
    lead = a_lead(firm, email=f"late.{firm.slug}@example.com")
    update(firm, lead.id, letter=LETTER)
    message = LeadMessage.of(firm).get()
    prevent(firm, message)
    send_lead_message(message.id)
    message = LeadMessage.fetch(firm, message.id)
    assert (mailbox.mails(lead.email), message.status, message.error) == ([], "failed", error)


@pytest.mark.parametrize(("contact", "error"), [
    ({"contact_preferences": {"email": False}}, "no_safe_channel"), ({"email": None}, "no_address")])
def test_mail_that_waits_is_not_sent_once_the_person_does_not_want_it(firm, mailbox, contact, error):
    lead = a_lead(firm, email=f"unsafe.{firm.slug}@example.com")
    update(firm, lead.id, letter=LETTER)
    update(firm, lead.id, **contact)
    [message] = LeadMessage.of(firm)
    for _ in range(2):
        send_lead_message(message.id)
    message = LeadMessage.fetch(firm, message.id)
    assert (mailbox.mails(lead.email), message.status, message.error) == ([], "failed", error)


def test_mail_that_waits_goes_to_the_address_that_the_person_has_by_then(firm, mailbox):
    lead = a_lead(firm, email=f"old.{firm.slug}@example.com")
    update(firm, lead.id, letter=LETTER)
    update(firm, lead.id, email=f"new.{firm.slug}@example.com")
    send_lead_message(LeadMessage.of(firm).get().id)
    assert [len(mailbox.mails(f"{name}.{firm.slug}@example.com")) for name in ("old", "new")] == [0, 1]


def test_mail_outside_the_hours_of_the_person_waits_for_them(firm, mailbox):
    lead = a_lead(firm, email=f"hours.{firm.slug}@example.com")
    update(firm, lead.id, letter=LETTER)
    here = to_local(now(), firm.timezone)
    hours = [f"{(here + timedelta(hours=ahead)):%H:%M}" for ahead in (2, 4)]
    update(firm, lead.id, contact_preferences={"hours": dict(zip(("from", "to"), hours, strict=True))})
    [message] = LeadMessage.of(firm)
    send_lead_message(message.id)
    assert (mailbox.mails(lead.email), LeadMessage.fetch(firm, message.id).status) == ([], "queued")
    planned = Task.select().where(Task.firm_id == firm.id, Task.name == "send_lead_message", Task.due_at > now())
    assert [task.arguments for task in planned] == [[message.id]]


def test_firm_is_notified_once(firm):
    lead = a_lead(firm)
    for _ in range(2):
        notify_lead_received(lead.id)
    assert Notification.of(firm).get().data == {"lead_id": lead.id}
    message = FirmMessage.of(firm).get()
    assert (message.to, f"/leads/{lead.id}" in message.message) == (firm.email, True)
    assert "in the settings, under “Lead form”" in message.message
    Firm.fetch(firm.id).change(settings=firm.settings | {"lead_forms": {"notify": ["intake@example.com"]}})
    notify_lead_received(a_lead(firm).id)
    assert {each.to for each in FirmMessage.of(firm)} == {firm.email, "intake@example.com"}

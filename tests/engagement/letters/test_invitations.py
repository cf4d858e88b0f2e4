"""Whatever fails, a signer gets the link in the end, and the firm sees whether they have it."""

from datetime import timedelta

import pytest

from intake.cases.previews import renderer
from intake.core.clock import now
from intake.core.content_types import PDF
from intake.core.db import UNAVAILABLE
from intake.engagement.letters.actions import expire, void
from intake.engagement.letters.jobs import follow_letters, invite_signer, invite_signer_failed, send_signed_letter
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engine.tasks.models import Task
from intake.listeners import TASKS
from tests.builders import a_user
from tests.stand_ins.signer import Signer


@pytest.fixture
def killed_renderer(monkeypatch):
    """Let the program that renders pages be killed, as by a system that is short of memory."""
    monkeypatch.setitem(renderer._PROGRAMS, PDF, "tests.engagement.letters.killed")


def planned(firm, name):
    return list(Task.of(firm).where(Task.name == name, Task.due_at > now()))


def test_signer_reads_the_text_if_the_images_of_pages_cannot_be_made(app, firm, sent, mailbox, killed_renderer):
    letter = sent()
    [signer] = letter.signers
    with pytest.raises(OSError):  # to be tried again
        invite_signer(firm.id, signer.id)
    assert not mailbox.mails(signer.email)
    signer.change(invited_at=now() - timedelta(minutes=6))
    invite_signer(firm.id, signer.id)
    assert len(mailbox.mails(signer.email)) == 1
    reader = Signer(app, letter).agree()
    assert "we represent you" in reader.get().text
    assert reader.get("/document.pdf").status_code == 200
    assert reader.read().sign("Zoë Novák").now.status == "signed"


def test_letter_that_is_withdrawn_while_its_pages_are_rendered_is_not_mailed(firm, sent, mailbox, while_locked):
    letter = sent()
    [signer] = letter.signers
    while_locked(lambda: Letter.fetch_locked(firm, letter.id), lambda: invite_signer(firm.id, signer.id),
                 lambda: void(firm, letter.matter_id, letter.id))
    assert (mailbox.mails(signer.email), LetterSigner.fetch(firm, signer.id).mailed_at) == ([], None)


def test_signer_is_reminded_whose_mail_was_sent_just_before_the_database_went_away(
        app, firm, sent, mailbox, breaking):
    letter = sent()
    [signer] = letter.signers
    with breaking("letter_events", "PERFORM pg_terminate_backend(pg_backend_pid())"), pytest.raises(UNAVAILABLE):
        invite_signer(firm.id, signer.id)
    invite_signer_failed(firm.id, signer.id)
    reader = Signer(app, letter).agree()
    assert (reader.now.status, reader.now.mail_error) == ("consented", None)
    invite_signer(firm.id, signer.id)
    follow_letters(now() + timedelta(days=3, minutes=1))
    assert len(mailbox.mails(signer.email)) == 1
    assert Task.of(firm).where(Task.name == "remind_signer").count() == 1


def test_firm_sees_that_a_signer_has_no_link_and_it_is_tried_until_the_letter_ends(firm, sent, mailbox, signed_in_as):
    letter, desk = sent(), signed_in_as(a_user(firm))
    path, [signer] = f"/matters/{letter.matter_id}/letters/{letter.id}", letter.signers
    assert "Has no link yet" in desk.get(path).text
    for _ in range(2):
        assert TASKS["invite_signer"].on_final_failure
        invite_signer_failed(firm.id, signer.id)
    assert LetterSigner.fetch(firm, signer.id).mail_error == "not_sent"
    assert "could not be sent for a day" in desk.get(path).text
    assert {tuple(task.arguments) for task in planned(firm, "invite_signer")} == {(firm.id, signer.id)}
    for _ in range(2):
        invite_signer(firm.id, signer.id)
    assert (LetterSigner.fetch(firm, signer.id).mail_error, len(mailbox.mails(signer.email))) == (None, 1)
    shown = desk.get(path).text
    assert ("Has the link" in shown, "Has no link yet" in shown) == (True, False)
    before = len(planned(firm, "invite_signer"))
    invite_signer_failed(firm.id, signer.id)  # of an attempt that had sent it
    assert (LetterSigner.fetch(firm, signer.id).mail_error, len(planned(firm, "invite_signer"))) == (None, before)


def test_signed_copy_is_mailed_after_a_mail_server_was_away_for_days(firm, signed):
    letter = signed()
    letter.change(sealed_at=now())
    failed, signer = TASKS["send_signed_letter"].on_final_failure, LetterSigner.of_letter(letter).get()
    failed(firm.id, signer.id)
    assert [task.arguments for task in planned(firm, "send_signed_letter")] == [[firm.id, signer.id]]
    letter.change(sealed_at=now() - timedelta(days=31))
    failed(firm.id, signer.id)
    assert len(planned(firm, "send_signed_letter")) == 1


@pytest.mark.parametrize("end", [
    lambda app, letter: Signer(app, letter, 2).decline("No."),
    lambda _, letter: void(letter, letter.matter_id, letter.id),
    lambda _, letter: expire(letter.firm_id, letter.id, letter.expires_at)], ids=["declined", "voided", "expired"])
def test_who_signed_gets_a_mail_when_the_letter_ends(app, firm, sent, mailbox, worker, end):
    letter = sent(signers=[{"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("ana", "leo")])
    ana, leo = letter.signers
    Signer(app, letter).agree().read().sign("Ana")
    worker.perform_tasks()
    mailed = len(mailbox.mails(ana.email)), len(mailbox.mails(leo.email))
    end(app, letter)
    worker.perform_tasks()
    assert (len(mailbox.mails(ana.email)), len(mailbox.mails(leo.email))) == (mailed[0] + 1, mailed[1])
    assert mailbox.mails(ana.email)[-1]["Subject"] == "The letter that you signed has ended"


def test_mails_of_a_suspended_firm_wait_until_it_is_reinstated(firm, sent, signed, mailbox):
    """Its links answer 404 meanwhile."""
    letter, done = sent(), signed()
    [signer], copied = letter.signers, LetterSigner.of_letter(done).get()
    Letter.fetch(firm, done.id).change(sealed_at=now())
    firm.change(suspended_at=now())
    invite_signer(firm.id, signer.id)
    send_signed_letter(firm.id, copied.id)
    assert not mailbox.mails(signer.email)
    assert [len(planned(firm, name)) for name in ("invite_signer", "send_signed_letter")] == [1, 1]
    firm.change(suspended_at=None)
    invite_signer(firm.id, signer.id)
    assert len(mailbox.mails(signer.email)) == 1


def test_no_reminders_are_planned_for_firms_that_are_stopped_or_twice(firm, sent):
    """They would be planned again every quarter of an hour, before those of other firms."""
    [signer] = sent().signers
    signer.change(mailed_at=now())
    moment = now() + timedelta(days=3, minutes=1)
    firm.change(suspended_at=now())
    follow_letters(moment)
    assert not Task.of(firm).where(Task.name == "remind_signer").exists()
    firm.change(suspended_at=None)
    for _ in range(2):  # at night the first one waits until morning
        follow_letters(moment)
    assert Task.of(firm).where(Task.name == "remind_signer").count() == 1

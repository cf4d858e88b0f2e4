"""The permitted actions of signers: twice at once, out of turn, without consent, too late, with bad input."""

from contextlib import nullcontext
from datetime import timedelta
from io import BytesIO

import pypdf
import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from intake.cases.clients.actions import update as change_client
from intake.core.clock import now
from intake.engagement.letters import actions, signing
from intake.engagement.letters.completion import write_certificate
from intake.engagement.letters.event_chain import LetterEvent
from intake.engagement.letters.jobs import follow_letters, invite_signer, remind_signer
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engine.tasks.actions import Postponed
from intake.engine.tasks.models import Task
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.record_paths import path_of
from tests.builders import a_user
from tests.portal.hostile import answers_to
from tests.stand_ins.mailbox import plain
from tests.stand_ins.signer import Signer


def types_of(letter):
    return [each.type for each in LetterEvent.of_letter(letter)]


def test_two_signatures_at_once_are_one(app, firm, sent, at_once, announced):
    letter = sent()
    signer = Signer(app, letter).agree().read().now
    assert at_once(4, lambda n: signing.sign(signer, f"Zoë {n}", [], "203.0.113.5", "Browser")) == [True] * 4
    assert types_of(letter).count("signed") == 1
    assert [type for type, _ in announced()].count("letter.signed") == 1
    assert Letter.fetch(letter, letter.id).status == "signed"

    lawyers = [a_user(firm) for _ in range(4)]
    at_once(4, lambda n: actions.countersign(firm, lawyers[n], letter.matter_id, letter.id, f"Maya {n}", None))
    assert types_of(letter)[-1] == "countersigned"
    assert types_of(letter).count("countersigned") == 1


@pytest.mark.parametrize(("end", "status"), [
    (lambda letter: actions.void(letter, letter.matter_id, letter.id), "voided"),
    (lambda letter: actions.expire(letter.firm_id, letter.id, letter.expires_at), "expired")])
def test_signature_does_not_count_that_waited_for_the_end_of_the_letter(app, firm, sent, while_locked, end, status):
    letter = sent()
    signer = Signer(app, letter).agree().read().now
    has_signed, _ = while_locked(lambda: Letter.fetch_locked(firm, letter.id),
                                 lambda: signing.sign(signer, "Zoë", [], None, "Browser"), lambda: end(letter))
    assert not has_signed
    assert types_of(letter)[-2:] == ["read", status]


def test_letter_whose_signers_change_while_it_is_sent_stays_a_draft(firm, matter, while_locked):
    """Its PDF was written with the names of the earlier signers."""
    ana, leo = ({"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("ana", "leo"))
    letter = actions.create(firm, matter.id, [ana], text="# Letter")

    def send():
        with pytest.raises(actions.InvalidStatusTransition):
            actions.send(firm, matter.id, letter.id)

    while_locked(lambda: actions.update(firm, matter.id, letter.id, signers=[leo]), send)
    assert Letter.fetch(firm, letter.id).status == "draft"
    assert actions.send(firm, matter.id, letter.id).signers[0].name == "leo"


def test_reason_is_kept_of_a_signer_who_declines_after_the_letter_was_withdrawn(app, sent):
    letter = sent()
    signer = Signer(app, letter)
    fields = signer.browser.form(f"{signer.path}/decline").fields | {"reason": "The fee is another one."}
    actions.void(letter, letter.matter_id, letter.id)

    answer = signer.browser.post(f"{signer.path}/decline", fields)
    assert answer.status_code == 409
    assert "This letter cannot be signed any more" in answer.text
    assert "\nThe fee is another one.</textarea>" in answer.text


def test_steps_cannot_be_skipped_and_bad_input_is_said(app, firm, rival, sent, anonymous):
    letter = sent()
    signer = Signer(app, letter)
    signer.browser.open("HEAD", signer.path)  # a program that checks the links of mails
    reads.flush()
    assert not AuditEntry.of(firm).where(AuditEntry.action == "letter.opened").exists()
    page = signer.get()
    assert "Can you open a PDF?" in page.text
    assert page.headers["Referrer-Policy"] == "no-referrer"
    for place in ("/page/1", "/document.pdf", "/signed.pdf"):
        assert signer.get(place).status_code == 404
    fields = signer.browser.form(signer.path, f"{signer.path}/agree").fields
    for place in ("/agree", "/read", "/sign"):
        assert "Can you open a PDF?" in signer.get(place).text
    for place in ("/read", "/sign"):
        signer.browser.post(f"{signer.path}{place}", fields | {"name": "Zoë"})
    assert signer.now.status == "invited"
    assert signer.send("/agree", number="12", agree="yes").answer.status_code == 422
    assert signer.send("/agree", number=signer.number()).answer.status_code == 422
    assert signer.browser.post(f"{signer.path}/agree", {"number": signer.number(), "agree": "yes"}).status_code == 400
    signer.agree().read()
    refused = signer.browser.post(f"{signer.path}/sign", {"name": "Zoë", "kind": "drawn", "drawing": "[[1,2]]"})
    assert (refused.status_code, 'value="Zoë"' in refused.text, 'value="[[1, 2]]"' in refused.text) == (400, True, True)
    for drawing in ("", "[]", "[[1]]", "[[1,2,3]]", "[[1,301]]", "[[-1,2]]", '[["a",2]]', "[[true,1]]", "{}",
                    "[" * 5000, f"[{'[1,2],' * 300}[1,2]]"):
        answer = signer.send("/sign", name="Zoë", kind="drawn", drawing=drawing).answer
        assert answer.status_code == 422, drawing[:20]
    assert signer.send("/sign", name="Zoë", kind="drawn", drawing="[" * 300_000).answer.status_code == 413
    assert signer.send("/sign", name=" – ").answer.status_code == 422
    assert signer.sign("Zoë <script>\x01\u202e" + "x" * 500).answer.status_code == 303
    assert signer.now.signature["name"].startswith("Zoë <script> xxx")
    assert "<script>" not in signer.get().text.partition("<main")[2]
    certificate = write_certificate(firm, signer.letter, [signer.now], LetterEvent.of_letter(letter))
    assert "Zoë <script>" in "".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(certificate)).pages)

    other = sent()
    for path in (signer.path.replace(letter.id, other.id), signer.path[:-1], signer.path.replace("/p/", "/p/A", 1),
                 f"/p/{letter.id}/letter/{letter.id}"):
        assert signer.browser.get(path).status_code == 404
    answers = answers_to(app, *(f"{signer.path}{place}" for place in ("/agree", "/read", "/sign", "/decline")))
    for name in ("10 MB", "10,000 parts"):
        assert answers.pop(name) == {413}, name
    assert {status for found in answers.values() for status in found} == {400}, answers
    for place in ("/page/99999999999999999999", "/page/0", "/page/-1", "/page/%00", "/signed.pdf", "/%F0%9F%92%A9"):
        assert signer.get(place).status_code == 404, place
    firm.change(leaving_since=now())
    assert Signer(app, other).get().status_code == 410
    [invited] = Letter.fetch(firm, other.id).with_signers().signers
    invited.change(mailed_at=now())
    remind_signer(firm.id, invited.id, 1)
    assert LetterSigner.fetch(firm, invited.id).reminders == 0
    firm.change(suspended_at=now())
    assert signer.get().status_code == 404


def test_signer_reads_in_the_language_that_they_choose(app, firm, sent):
    letter = sent(signers=[{"name": "Leo", "email": f"leo.{firm.slug}@example.com", "language": "es"}])
    signer = Signer(app, letter, **{"Accept-Language": "en-US,en;q=0.9"})
    languages = [signer.get(place).headers.get("Content-Language") for place in ("", "?lang=en", "", "?lang=es", "")]
    assert languages == ["es", "en", "en", "es", "es"]


def test_declining_ends_the_letter_and_notifies_the_firm(app, firm, api, sent, announced, signed_in_as):
    letter = sent(signers=[{"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("ana", "leo")])
    first, second = Signer(app, letter), Signer(app, letter, 2)
    refused = first.browser.post(f"{first.path}/decline", {"reason": "Too <much>"})
    assert (refused.status_code, ">Too &lt;much&gt;</textarea>" in refused.text) == (400, True)
    fields = first.browser.form(f"{first.path}/decline").fields | {"reason": "Too much.\0" * 200}
    for _ in range(2):
        assert first.browser.post(f"{first.path}/decline", fields).location == first.path
    assert "You have declined to sign" in first.get().text
    assert Letter.fetch(firm, letter.id).status == "declined"
    assert "cannot be signed any more" in second.get().text
    assert announced()[-1][0] == "letter.declined"
    told = Notification.of(firm).where(Notification.type == "letter_declined").get()
    assert told.message == f"ana declined to sign the letter “{letter.title}”."
    assert path_of(told) == f"/matters/{letter.matter_id}/letters/{letter.id}"
    desk = signed_in_as(a_user(firm))
    assert told.message in desk.get("/notifications").text
    assert desk.get(f"/notifications/{told.id}").location == path_of(told)
    path = f"/matters/{letter.matter_id}/letters/{letter.id}"
    assert api.get(path).json["data"]["signers"][0]["declined_reason"].startswith("Too much.")
    assert api.post(f"{path}/void", {}).status_code == 422
    with pytest.raises(actions.InvalidStatusTransition):
        actions.countersign(firm, a_user(firm), letter.matter_id, letter.id, "Maya", None)


def test_voided_and_expired_letters_can_be_neither_signed_nor_read(app, firm, sent):
    voided, late, half = sent(), sent(), sent(signers=[
        {"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("mia", "tom")])
    invite_signer(firm.id, voided.signers[0].id)  # which renders its pages
    reader = Signer(app, voided).agree().read()
    shown = [reader.get(place) for place in ("/document.pdf", "/page/1")]
    assert [(each.status_code, each.headers["Cache-Control"]) for each in shown] == [(200, "no-store")] * 2
    actions.void(firm, voided.matter_id, voided.id, "To the wrong person")
    assert "cannot be signed any more" in reader.get().text
    assert [reader.get(place).status_code for place in ("/document.pdf", "/page/1")] == [404, 404]
    assert not signing.sign(reader.now, "Zoë", [], None, "")
    first = Signer(app, half).agree().read().sign("Mia")
    assert [first.get(place).status_code for place in ("", "/document.pdf")] == [200, 200]
    half.change(expires_at=now())
    assert "cannot be signed any more" in first.get().text, "before that is recorded, too"
    assert first.get("/document.pdf").status_code == 404
    assert len(Letter.overdue(now() + timedelta(days=31), 1)) == 1
    follow_letters(now() + timedelta(days=31))
    late = Letter.fetch(firm, late.id)
    assert (late.status, types_of(late)[-1]) == ("expired", "expired")
    assert "cannot be signed any more" in Signer(app, late).get().text
    follow_letters(now() + timedelta(days=32))
    assert types_of(late).count("expired") == 1


@pytest.mark.usefixtures("by_day")
def test_client_who_has_another_address_gets_no_mail_at_the_old_one(firm, matter, sent, mailbox):
    """The reader of the old one may be the person they fled from."""
    letter, old = sent(), matter.client.email
    change_client(firm, matter.client_id, email=f"new.{firm.slug}@example.com", contact_preferences={"identify": False})
    signer = LetterSigner.of_letter(letter).get()
    invite_signer(firm.id, signer.id)
    remind_signer(firm.id, signer.id, 1)
    assert LetterSigner.fetch(firm, signer.id).mail_error == "other_address"
    assert types_of(letter) == ["created", "sent"]
    assert not mailbox.mails(old)


@pytest.mark.usefixtures("by_day")
def test_signer_who_became_the_client_later_is_written_to_as_they_allow(firm, matter, sent, mailbox):
    letter, address = sent(signers=[{"name": "Leo", "email": f"leo.{firm.slug}@example.com"}]), matter.client.email
    signer = LetterSigner.of_letter(letter).get()
    change_client(firm, matter.client_id, email=signer.email, contact_preferences={"email": False})
    invite_signer(firm.id, signer.id)
    remind_signer(firm.id, signer.id, 1)
    assert LetterSigner.fetch(firm, signer.id).mail_error == "no_safe_channel"
    assert [mailbox.mails(each) for each in (signer.email, address)] == [[], []]


@pytest.mark.usefixtures("by_day")
def test_reminder_of_a_matter_without_its_client_is_settled(firm, matter, sent, mailbox):
    signer = LetterSigner.of_letter(sent()).get()
    signer.change(mailed_at=now())
    matter.change(client_id=None)
    remind_signer(firm.id, signer.id, 1)
    assert (LetterSigner.fetch(firm, signer.id).reminders, mailbox.mails(signer.email)) == (1, [])


@pytest.mark.usefixtures("by_day")
def test_signer_is_reminded_three_times_in_their_language(firm, sent, mailbox):
    address = f"leo.{firm.slug}@example.com"
    letter = sent(signers=[{"name": "Leo", "email": address, "language": "es"}])
    signer = LetterSigner.of_letter(letter).get()
    long_ago = now() - timedelta(days=365)
    assert (firm.id, signer.id) not in LetterSigner.to_remind(1, long_ago, now(), 1_000)
    signer.change(mailed_at=now())
    assert len(LetterSigner.to_remind(1, long_ago, now(), 1)) == 1
    follow_letters(now() + timedelta(days=3, minutes=1))
    planned = Task.select().where(Task.firm_id == firm.id, Task.name == "remind_signer")
    assert [task.arguments for task in planned] == [[firm.id, signer.id, 1]]
    for number in (1, 1, 2, 3):
        remind_signer(firm.id, signer.id, number)
    mails = mailbox.mails(address)
    assert len(mails) == 3
    assert "Todavía le espera una carta" in plain(mails[0])
    assert types_of(letter).count("reminded") == 3
    assert LetterSigner.fetch(firm, signer.id).reminders == 3


def test_no_signer_is_reminded_at_night(firm, sent, mailbox, at_hour):
    client, other = (LetterSigner.of_letter(letter).get() for letter in (
        sent(), sent(signers=[{"name": "Leo", "email": f"leo.{firm.slug}@example.com"}])))
    for hour, reminders in ((3, 0), (20, 0), (8, 1)):
        at_hour(hour)
        for signer in (client, other):
            signer.change(mailed_at=now())
            with nullcontext() if reminders else pytest.raises(Postponed) as postponed:
                remind_signer(firm.id, signer.id, 1)
            assert not postponed or now() < postponed.value.until <= now() + timedelta(hours=12)
            assert LetterSigner.fetch(firm, signer.id).reminders == len(mailbox.mails(signer.email)) == reminders


@pytest.mark.usefixtures("by_day")
def test_no_reminder_goes_out_while_the_matter_is_closed_or_paused(firm, sent, matter):
    letter = sent()
    signer = LetterSigner.of_letter(letter).get()
    signer.change(mailed_at=now())
    planned = Task.select().where(Task.firm_id == firm.id, Task.name == "remind_signer")
    for resting in ({"status": "archived"}, {"status": "closed"}, {"reminders_paused": True}):
        matter.change(**resting)
        follow_letters(now() + timedelta(days=3, minutes=1))
        remind_signer(firm.id, signer.id, 1)  # planned before
        matter.change(status="active", reminders_paused=False)
        assert (planned.count(), LetterSigner.fetch(firm, signer.id).reminders) == (0, 0), resting
    follow_letters(now() + timedelta(days=15))
    assert [task.arguments for task in planned] == [[firm.id, signer.id, 3]], "one replaces those before"


@pytest.mark.usefixtures("by_day")
def test_a_client_who_ended_reminders_gets_none_of_letters(firm, sent, matter, mailbox):
    letter = sent()
    change_client(firm, matter.client_id, contact_preferences={"reminders": False})
    signer = LetterSigner.of_letter(letter).get()
    signer.change(mailed_at=now())
    remind_signer(firm.id, signer.id, 1)
    assert (LetterSigner.fetch(firm, signer.id).reminders, mailbox.mails(signer.email)) == (1, [])


@pytest.mark.usefixtures("by_day")
def test_reminders_end_with_the_signature_and_with_the_letter(app, firm, sent, mailbox):
    pair = [{"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("mia", "tom")]
    half, declined, voided = sent(signers=pair), sent(), sent()
    signers = [Signer(app, letter) for letter in (half, declined, voided)]
    signers[0].agree().read().sign("Mia")
    signers[1].browser.submit(f"{signers[1].path}/decline", f"{signers[1].path}/decline", reason="")
    actions.void(firm, voided.matter_id, voided.id)
    waiting = Signer(app, half, 2).record
    ids = [signer.record.id for signer in signers]
    LetterSigner.update(mailed_at=now()).where(LetterSigner.id.in_([*ids, waiting.id])).execute()
    follow_letters(now() + timedelta(days=3, minutes=1))
    planned = Task.select().where(Task.firm_id == firm.id, Task.name == "remind_signer")
    assert [task.arguments for task in planned] == [[firm.id, waiting.id, 1]]
    for id in ids:  # planned before they signed
        remind_signer(firm.id, id, 1)
    assert {signer.now.reminders for signer in signers} == {0}
    assert {len(mailbox.mails(signer.record.email)) for signer in signers} == {0}

"""What signers may do and when: twice at once, out of turn, without consent, too late, with bad input."""

from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.engagement.letters import actions, signing
from intake.engagement.letters.jobs import follow_letters, remind_signer
from intake.engagement.letters.models import Letter, LetterEvent, LetterSigner
from intake.engine.tasks.models import Task
from tests.builders import a_user
from tests.stand_ins.mailbox import plain
from tests.stand_ins.signer import Signer


def types_of(letter):
    return [each.type for each in LetterEvent.of_letter(letter)]


def test_two_signatures_at_once_are_one(app, sent, at_once, announced):
    letter = sent()
    signer = Signer(app, letter).agree().read().now
    assert at_once(4, lambda n: signing.sign(signer, f"Zoë {n}", [], "203.0.113.5", "Browser")) == [True] * 4
    assert types_of(letter).count("signed") == 1
    assert [type for type, _ in announced()].count("letter.signed") == 1
    assert Letter.fetch(letter, letter.id).status == "signed"


def test_steps_cannot_be_skipped_and_bad_input_is_said(app, firm, rival, sent, anonymous):
    letter = sent()
    signer = Signer(app, letter)
    page = signer.get()
    assert "Can you open a PDF?" in page.text
    assert page.headers["Referrer-Policy"] == "no-referrer"
    for place in ("/page/1", "/document.pdf", "/signed.pdf"):
        assert signer.get(place).status_code == 404
    fields = signer.browser.form(signer.path, f"{signer.path}/agree").fields
    for place in ("/read", "/sign"):
        signer.browser.post(f"{signer.path}{place}", fields | {"name": "Zoë"})
    assert signer.now.status == "invited"
    assert signer.send("/agree", number="12", agree="yes").answer.status_code == 422
    assert signer.send("/agree", number=signer.number()).answer.status_code == 422
    assert signer.browser.post(f"{signer.path}/agree", {"number": signer.number(), "agree": "yes"}).status_code == 400
    signer.agree().read()
    for drawing in ("", "[]", "[[1]]", "[[1,2,3]]", "[[1,301]]", "[[-1,2]]", '[["a",2]]', "[[true,1]]", "{}",
                    "[" * 5000, f"[{'[1,2],' * 300}[1,2]]"):
        answer = signer.send("/sign", name="Zoë", kind="drawn", drawing=drawing).answer
        assert answer.status_code == 422, drawing[:20]
    assert signer.send("/sign", name="Zoë", kind="drawn", drawing="[" * 300_000).answer.status_code == 413
    assert signer.send("/sign", name=" – ").answer.status_code == 422
    assert signer.sign("Zoë <script>\0\u202e" + "x" * 500).answer.status_code == 303
    assert signer.now.signature["name"].startswith("Zoë <script>")

    other = sent()
    for path in (signer.path.replace(letter.id, other.id), signer.path[:-1], signer.path.replace("/p/", "/p/A", 1),
                 f"/p/{letter.id}/letter/{letter.id}"):
        assert signer.browser.get(path).status_code == 404
    firm.change(suspended_at=now())
    assert signer.get().status_code == 404


def test_declining_ends_the_letter(app, firm, api, sent, announced):
    letter = sent(signers=[{"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("ana", "leo")])
    first, second = Signer(app, letter), Signer(app, letter, 2)
    first.browser.submit(f"{first.path}/decline", f"{first.path}/decline", reason="Too much.\0" * 200)
    assert "You have declined to sign" in first.get().text
    assert Letter.fetch(firm, letter.id).status == "declined"
    assert "cannot be signed any more" in second.get().text
    assert announced()[-1][0] == "letter.declined"
    path = f"/matters/{letter.matter_id}/letters/{letter.id}"
    assert api.get(path).json["data"]["signers"][0]["declined_reason"].startswith("Too much.")
    assert api.post(f"{path}/void", {}).status_code == 422
    with pytest.raises(actions.InvalidStatusTransition):
        actions.countersign(firm, a_user(firm), letter.matter_id, letter.id, "Maya", None)


def test_voided_and_expired_letters_cannot_be_signed(app, firm, sent):
    voided, late = sent(), sent()
    reader = Signer(app, voided).agree().read()
    actions.void(firm, voided.matter_id, voided.id, "Another fee")
    assert "cannot be signed any more" in reader.get().text
    assert not signing.sign(reader.now, "Zoë", [], None, "")
    assert len(Letter.overdue(now() + timedelta(days=31), 1)) == 1
    follow_letters(now() + timedelta(days=31))
    late = Letter.fetch(firm, late.id)
    assert (late.status, types_of(late)[-1]) == ("expired", "expired")
    assert "cannot be signed any more" in Signer(app, late).get().text
    follow_letters(now() + timedelta(days=32))
    assert types_of(late).count("expired") == 1


def test_signer_is_reminded_three_times_in_their_language(firm, sent, mailbox):
    address = f"leo.{firm.slug}@example.com"
    letter = sent(signers=[{"name": "Leo", "email": address, "language": "es"}])
    signer = LetterSigner.of_letter(letter).get()
    assert (firm.id, signer.id) not in LetterSigner.to_remind(1, now(), 1_000)
    signer.change(mailed_at=now())
    assert len(LetterSigner.to_remind(1, now(), 1)) == 1
    follow_letters(now() + timedelta(days=3, minutes=1))
    planned = Task.select().where(Task.firm_id == firm.id, Task.name == "remind_signer")
    assert [task.arguments for task in planned] == [[firm.id, signer.id, 1]]
    for number in (1, 1, 2, 3):
        remind_signer(firm.id, signer.id, number)
    mails = mailbox.mails(address)
    assert len(mails) == 3
    assert "todavía le espera una carta" in plain(mails[0])
    assert types_of(letter).count("reminded") == 3
    assert LetterSigner.fetch(firm, signer.id).reminders == 3

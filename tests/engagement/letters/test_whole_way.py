"""A letter from draft to sealed PDF, through the API, the mails, the pages for signers and the worker."""

import hashlib
import io
import re
import shutil
import subprocess
from zoneinfo import ZoneInfo

import pypdf
import pytest

from intake.core.db import db
from intake.engagement.letters import signing
from intake.engagement.letters.actions import countersign
from intake.engagement.letters.completion import write_certificate
from intake.engagement.letters.event_chain import LetterEvent
from intake.engagement.letters.jobs import seal_letter
from intake.engagement.letters.merge_fields import problems_of
from intake.engagement.letters.models import Letter
from intake.gateways.storage import storage
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.record_paths import path_of
from tests.builders import a_user
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.mailbox import plain
from tests.stand_ins.signer import Signer

from .conftest import TEXT


def text_of(pdf):
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def test_limits_say_of_what(firm, api, matter):
    letter = data(api.post(f"/matters/{matter.id}/letters", {"text": "x", "signers": [
        {"name": "Zoë Novák", "email": f"zoe.{firm.slug}@example.com"}]}), 201)
    template = data(api.post("/letter-templates", {"name": "x", "text": {"en": "x"}}), 201)
    for table, id in (("letters", letter["id"]), ("letter_templates", template["id"])):
        db.execute_sql(f"INSERT INTO {table} SELECT (jsonb_populate_record(row, jsonb_build_object("
                       f"'id', rpad(row.id || number, length(row.id) + 6, 'X')))).* "
                       f"FROM {table} AS row, generate_series(1, 200) AS number WHERE row.id = %s", (id,))
    for path, body, sentence in (
            (f"/matters/{matter.id}/letters", {"text": "x", "signers": [{"name": "A", "email": "a@example.com"}]},
             "A matter can have at most 200 letters."),
            ("/letter-templates", {"name": "y", "text": {"en": "y"}},
             "A firm can have at most 200 letter templates. Delete one first.")):
        refused = api.post(path, body)
        assert (*refusal(refused), refused.json["error"]["message"]) == (422, "letter_limit_reached", sentence)


def test_draft_has_a_title_a_text_and_names_that_can_be_seen(firm, api, matter):
    path, signer = f"/matters/{matter.id}/letters", {"name": "Zoë Novák", "email": f"zoe.{firm.slug}@example.com"}
    assert wrong_fields(api.post(path, {"text": "\x01", "title": " ", "signers": [signer | {"name": "\u200b"}]})) == {
        "text", "title", "signers.0.name"}
    draft = data(api.post(path, {"text": TEXT, "signers": [signer]}), 201)

    assert wrong_fields(api.patch(f"{path}/{draft['id']}", {"text": "", "title": "\u202e"})) == {"text", "title"}
    assert data(api.get(f"{path}/{draft['id']}"))["title"] == draft["title"] == "Engagement letter"


def test_letter_is_signed_in_order_sealed_and_verified(app, firm, api, matter, worker, mailbox, announced, tmp_path):
    path, zoe = f"/matters/{matter.id}/letters", f"zoe.{firm.slug}@example.com"
    guarantor = f"leo.{firm.slug}@example.com"
    draft = data(api.post(path, {"text": TEXT, "signers": [
        {"name": "Zoë 王", "email": zoe}, {"name": "Leo Novák", "email": guarantor, "language": "es"}]}), 201)
    path = f"{path}/{draft['id']}"
    assert [each["is_client"] for each in draft["signers"]] == [True, False]
    assert refusal(api.post(f"{path}/send")) == (422, "letter_incomplete")
    data(api.patch(path, {"values": {"fee": "🖊 $ 300 → राम"}}))
    unprintable = api.post(f"{path}/send")
    assert refusal(unprintable) == (422, "letter_unprintable"), "the PDF would lack them without a word"
    assert unprintable.json["error"]["details"] == {"characters": ["🖊", "र", "ा", "म"]}
    data(api.patch(path, {"values": {"fee": "$ 300 an hour"}}))
    assert refusal(api.get(f"{path}/file")) == (422, "invalid_status_transition")

    sent = data(api.post(f"{path}/send"))
    assert sent["status"] == "sent"
    assert "$ 300 an hour" in sent["text"]
    assert "{{" not in sent["text"]
    assert refusal(api.patch(path, {"title": "Later"})) == (422, "invalid_status_transition")
    assert refusal(api.post(f"{path}/send")) == (422, "invalid_status_transition")
    worker.perform_tasks()
    [mail], letter = mailbox.mails(zoe), Letter.fetch(firm, draft["id"])
    first = Signer(app, letter)
    assert first.path in plain(mail)
    assert not mailbox.mails(guarantor)

    second = Signer(app, letter, 2)
    assert "It is not your turn yet" in second.get().text or "Todavía no" in second.get().text
    shown = first.agree().get()
    document = first.get("/document.pdf").data
    assert hashlib.sha256(document).hexdigest() == letter.document_digest == sent["document"]["sha256"]
    assert "$ 300 an hour" in text_of(document)
    assert "Zoë" in shown.text
    assert first.get("/page/1").mimetype == "image/webp"
    first.read().sign("王小明 राम")
    assert data(api.get(path))["status"] == "viewed"
    worker.perform_tasks()
    assert second.path in plain(mailbox.mails(guarantor)[0])
    stroke = "[[10,10,200,150,400,20],[500,100]]"
    second.agree().read().send("/sign", name="Leo Novák", kind="drawn", drawing=stroke)
    assert second.now.signature["strokes"] == [[10, 10, 200, 150, 400, 20], [500, 100]]
    assert data(api.get(path))["status"] == "signed"

    countersign(firm, a_user(firm), matter.id, letter.id, "Maya Ünal", "203.0.113.9")
    worker.perform_tasks()
    done = data(api.get(path))
    assert done["status"] == "countersigned"
    assert done["sealed"]["sha256"] != done["document"]["sha256"]
    sealed = first.get("/signed.pdf").data
    assert hashlib.sha256(sealed).hexdigest() == done["sealed"]["sha256"]
    assert sealed.startswith(document)
    written = text_of(sealed)
    for part in ("Certificate of completion", letter.document_digest, first.now.consent_digest, "Maya Ünal",
                 "Zoë 王", "王小明 ram", first.browser.address, "What the signers agreed to", "Lo que usted acepta"):
        assert re.sub(r"\s", "", part) in re.sub(r"\s", "", written), part
    assert len(mailbox.mails(zoe)) == len(mailbox.mails(guarantor)) == 2

    checked = data(api.get(f"{path}/verify"))
    assert checked["ok"]
    assert checked["seal"]["signature_valid"]
    assert checked["seal"]["covers_whole_file"]
    assert checked["events"]["count"] == len(LetterEvent.of_letter(letter))
    assert [type for type, _ in announced() if type.startswith("letter.")] == [
        "letter.sent", "letter.signed", "letter.signed", "letter.completed"]
    told = Notification.select().where(Notification.firm_id == firm.id, Notification.type.startswith("letter_"))
    assert sorted(each.type for each in told) == ["letter_completed", "letter_signed", "letter_signed"]
    assert {path_of(each) for each in told} == {f"/matters/{matter.id}/letters/{letter.id}"}
    assert any("is complete" in each.message for each in told)
    got = data(api.get(f"{path}/file"))
    assert got["sealed"]
    assert got["sha256"] == done["sealed"]["sha256"]

    if not shutil.which("pdfsig"):
        pytest.skip("pdfsig of Poppler is not installed, so no other program has checked the seal")
    file = tmp_path / "sealed.pdf"
    file.write_bytes(sealed)
    report = subprocess.run(["pdfsig", str(file)], capture_output=True, text=True,
                            check=False, timeout=60).stdout
    for part in ("Signature is Valid", "Total document signed", "ETSI.CAdES.detached"):
        assert part in report, report


def test_certificate_has_the_texts_to_which_the_signers_agreed(app, firm, matter, sent):
    letter = sent(signers=[{"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in ("ana", "leo")])
    first, second = Signer(app, letter), Signer(app, letter, 2)
    first.get()
    before = first.browser.form(first.path, f"{first.path}/agree").fields | {"number": first.number(), "agree": "yes"}
    firm.change(phone="+15125550111")
    answer = first.browser.post(f"{first.path}/agree", before)
    assert (answer.status_code, "has changed since" in answer.text, first.now.status) == (409, True, "invited")
    first.agree().read().sign("Ana")
    firm.change(phone="+15125550222")
    second.agree().read().sign("Leo")
    countersign(firm, a_user(firm), matter.id, letter.id, "Maya", None)
    firm.change(phone="+15125550333", name="Other & Sons")
    seal_letter(firm.id, letter.id)
    written = text_of(first.get("/signed.pdf").data)
    assert ("+15125550111" in written, "+15125550222" in written, "+15125550333" in written) == (True, True, False)
    assert [each.details["disclosure_sha256"] == hashlib.sha256(each.details["disclosure"].encode()).hexdigest()
            for each in LetterEvent.of_letter(letter) if each.type == "consented"] == [True, True]


def test_certificate_tells_of_which_clock_its_times_are_and_keeps_signers_together(app, firm, sent):
    firm.change(timezone="America/Denver")
    names = ("ana", "leo", "mia", "tom", "zoe")
    letter = sent(signers=[{"name": name, "email": f"{name}.{firm.slug}@example.com"} for name in names])
    for number, name in enumerate(names, 1):
        signing.sign(Signer(app, letter, number).agree().read().now, name.upper(), [], "203.0.113.5", "Browser " * 15)
    signers = [Signer(app, letter, number).now for number in range(1, 6)]
    countersign(firm, a_user(firm), letter.matter_id, letter.id, "MAYA", "203.0.113.6")
    certificate = write_certificate(firm, letter, signers, LetterEvent.of_letter(letter))
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(certificate)).pages]
    for signer in signers:
        there = signer.signed_at.astimezone(ZoneInfo("America/Denver"))
        [page] = [page for page in pages if signer.email in page]
        assert f"\n{signer.name}\n{signer.name.upper()}\n" in page
        assert f"{there:%-I:%M} {there:%p} (UTC{there.isoformat()[-6:]})" in page.replace("\n", " ")
        assert "Browser Browser" in page.split(signer.email)[1]
    assert f"\n{firm.name}\nMAYA\n" in "\n".join(pages)


def test_damage_is_found(firm, api, matter, signed, worker):
    letter = signed()
    worker.perform_tasks()
    path, letter = f"/matters/{matter.id}/letters/{letter.id}/verify", Letter.fetch(firm, letter.id)
    assert data(api.get(path))["ok"]

    sealed = b"".join(storage.chunks(letter.sealed_key))
    place = len(sealed) - 2_000
    damaged = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1:]
    storage.put(letter.sealed_key, damaged, "application/pdf")
    found = data(api.get(path))
    assert not found["ok"]
    assert not found["seal"]["ok"]
    assert found["document"]["ok"]
    storage.put(letter.sealed_key, sealed, "application/pdf")

    LetterEvent.update(actor="Somebody else").where(
        LetterEvent.firm_id == firm.id, LetterEvent.letter_id == letter.id, LetterEvent.number == 3).execute()
    found = data(api.get(path))
    assert found["events"] == {"count": 6, "ok": False, "first_bad": 3}
    assert found["seal"]["ok"]
    assert not found["ok"]
    storage.delete(letter.document_key)
    assert not data(api.get(path))["document"]["ok"]


def test_file_that_is_read_in_whole_pieces_is_verified(api, matter, signed, monkeypatch):
    letter = signed()
    monkeypatch.setattr("intake.gateways.storage._PIECE_BYTES", letter.document_size)
    assert data(api.get(f"/matters/{matter.id}/letters/{letter.id}/verify"))["document"]["ok"]


def test_letter_without_a_text_is_refused(api, matter):
    signers = [{"name": "Zoë Novák", "email": "zoe@example.com"}]
    for given, wrong in (({}, "text"), ({"text": " "}, "text"), ({"template_id": ""}, "template_id")):
        assert wrong_fields(api.post(f"/matters/{matter.id}/letters", {"signers": signers} | given)) == {wrong}


def test_signer_without_name_or_address_is_refused(api, matter):
    path, whole = f"/matters/{matter.id}/letters", {"name": "Zoë Novák", "email": "zoe@example.com"}
    letter = data(api.post(path, {"text": TEXT, "signers": [whole]}), 201)

    for missing in whole:
        signers = [{name: value for name, value in whole.items() if name != missing}]
        assert wrong_fields(api.post(path, {"text": TEXT, "signers": signers})) == {f"signers.0.{missing}"}
        assert wrong_fields(api.patch(f"{path}/{letter['id']}", {"signers": signers})) == {f"signers.0.{missing}"}
    assert data(api.get(f"{path}/{letter['id']}"))["signers"] == letter["signers"]


def test_letter_that_its_fields_make_too_long_is_refused_and_shown_as_it_is_written(firm, api, matter, signed_in_as):
    signers, path = [{"name": "Zoë Novák", "email": "zoe@example.com"}], f"/matters/{matter.id}/letters"
    for text, fee in (("{{fee}}" * 100, "word " * 1_000), ("{{fee}}\n" * 100, "one\n" * 100), ("# one\n" * 5_000, "")):
        letter = data(api.post(path, {"text": text, "signers": signers, "values": {"fee": fee}}), 201)
        assert refusal(api.post(f"{path}/{letter['id']}/send")) == (422, "letter_too_long")

    fields = {"text": "{{fee}}" * 8_000, "values": {"fee": "word " * 1_000}}
    letter = data(api.post(path, fields | {"signers": signers}), 201)
    assert refusal(api.post(f"{path}/{letter['id']}/send")) == (422, "letter_too_long")
    shown = signed_in_as(a_user(firm)).get(f"{path}/{letter['id']}")
    assert (shown.status_code, len(shown.data) < 300_000) == (200, True)


def test_of_a_text_of_nothing_but_braces_the_first_are_named(api):
    text = "{{" * 24_000
    assert [problem.column for problem in problems_of(text)] == list(range(1, 41, 2))
    assert wrong_fields(api.post("/letter-templates", {"name": "Braces", "text": {"en": text}})) == {"text.en"}

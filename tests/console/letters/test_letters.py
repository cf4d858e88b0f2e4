"""Letters in the console: the firm's texts, a letter from draft to seal, and the permissions of roles."""

import re
from datetime import timedelta

import pytest

from intake.console.letters.states import TOO_MUCH
from intake.engagement.letters.actions import create, send
from intake.engagement.letters.library import create_template, starters
from intake.engagement.letters.models import Letter, LetterTemplate
from tests.builders import a_client, a_matter, a_user
from tests.stand_ins.signer import Signer

TEMPLATES = "/settings/letter-templates"


@pytest.fixture
def matter(firm):
    """A matter whose client has an e-mail address."""
    client = a_client(firm, first_name="Zoë", last_name="Novák", email=f"zoe.{firm.slug}@example.com")
    return a_matter(firm, client_id=client.id)


def test_firm_begins_with_texts_and_writes_its_own(firm, rival, signed_in_as):
    desk = signed_in_as(a_user(firm, "paralegal"))
    assert "Engagement by the hour (to be reviewed)" in desk.get(TEMPLATES).text
    wrong = desk.submit(f"{TEMPLATES}/new", f"{TEMPLATES}/new", **{
        "name": "Flat", "text-en": "Dear {{client.name}}:\n\nThe {{fees}} are {{fee", "text-es": ""})
    assert wrong.status_code == 422
    assert "Line 3, character 5: there is no field “{{fees}}”." in wrong.text
    assert "Line 3, character 18: there is no field “{{”." in wrong.text
    assert "The {{fees}} are {{fee</textarea>" in wrong.text
    added = desk.submit(f"{TEMPLATES}/new", f"{TEMPLATES}/new", **{
        "name": "Flat", "text-en": "# Fee\n\n{{fee}} <b>", "text-es": "# Honorarios\n\n{{fee}}"})
    assert added.status_code == 303
    path = added.location.partition("?")[0]
    assert "&lt;b&gt;" in desk.get(path).text
    preview = desk.post(f"{TEMPLATES}/preview", desk.form(path, path).fields | {"text-es": "- uno", "language": "es"})
    assert '<p class="paper-item">uno</p>' in preview.text
    assert signed_in_as(a_user(rival)).get(path).status_code == 404
    staff = signed_in_as(a_user(firm, "staff"))
    assert staff.post(path).status_code == 404
    # Enter in a text field would submit the form.
    assert 'value="Flat"  maxlength="200" disabled="disabled">' in staff.get(path).text
    assert desk.submit(path, f"{path}/remove").status_code == 303
    assert desk.get(path).status_code == 404


def test_text_that_somebody_else_has_changed_meanwhile_stays(firm, signed_in_as):
    desk, colleague = (signed_in_as(a_user(firm, "admin")) for _ in range(2))
    template = create_template(firm, "Fees", {"en": "The fee is $900.", "es": "Son $900."})
    path, typed = f"{TEMPLATES}/{template.id}", {"text-en": "The fee is $900."}
    opened = desk.form(path, path).fields | typed | {"text-es": "Son $900."}
    colleague.submit(path, path, **{"text-en": "The fee is $1,900.", "text-es": ""})
    wrong = desk.post(path, opened | {"text-en": "{{who}}"})
    form = next(each for each in desk.forms_of(wrong.text) if each.action == path).fields
    answer = desk.post(path, form | typed | {"name": "Our fees", "text-es": "Son $900."})

    assert (wrong.status_code, answer.status_code) == (422, 409)
    for now in ("Fees", "The fee is $1,900.", "–"):
        assert f'<dd class="text" dir="auto">{now}</dd>' in answer.text
    kept = LetterTemplate.fetch(firm, template.id)
    assert (kept.name, kept.text) == ("Fees", {"en": "The fee is $1,900."})
    form = next(each for each in desk.forms_of(answer.text) if each.action == path).fields
    assert desk.post(path, form | typed).status_code == 303
    assert LetterTemplate.fetch(firm, template.id).name == "Our fees"


def test_form_of_a_letter_proposes_the_clients_language(firm, matter, signed_in_as):
    matter.client.change(custom_fields={"language": "es"})
    page = signed_in_as(a_user(firm)).get(f"/matters/{matter.id}/letters/new").text
    assert '<option value="es" selected lang="es">' in page


def test_draft_that_somebody_else_has_changed_meanwhile_is_not_sent(firm, matter, signed_in_as):
    desk, colleague = (signed_in_as(a_user(firm)) for _ in range(2))
    signers = [{"name": "Zoë Novák", "email": f"zoe.{firm.slug}@example.com"}]
    letter = create(firm, matter.id, text="The fee is $900.", signers=signers)
    path, typed = f"/matters/{matter.id}/letters/{letter.id}", {"text": "The fee is $900.", "then": "save"}
    opened = desk.form(path, path).fields | typed
    colleague.submit(path, path, text="The fee is $1,900.", then="save", **{"name-0": "Zoë Novak"})
    wrong = desk.post(path, opened | {"title": "x" * 201})
    form = next(each for each in desk.forms_of(wrong.text) if each.action == path).fields
    answer = desk.post(path, form | typed | {"then": "send", "title": "Agreement"})

    assert (wrong.status_code, answer.status_code) == (422, 409)
    for now in ("The fee is $1,900.", f"Zoë Novak ({signers[0]['email']}), English", "Engagement letter"):
        assert f'<dd class="text" dir="auto">{now}</dd>' in answer.text
    kept = Letter.of(firm).get()
    assert (kept.status, kept.title, kept.text) == ("draft", "Engagement letter", "The fee is $1,900.")
    form = next(each for each in desk.forms_of(answer.text) if each.action == path).fields
    assert desk.post(path, form | typed).location.endswith("done=saved")
    assert (Letter.of(firm).get().title, Letter.of(firm).get().text) == ("Agreement", "The fee is $900.")


def test_draft_without_title_or_text_is_not_saved(firm, matter, signed_in_as):
    desk = signed_in_as(a_user(firm))
    letter = create(firm, matter.id, text="The fee is $900.", signers=[{"name": "Zoë Novák", "email": "z@example.com"}])
    path = f"/matters/{matter.id}/letters/{letter.id}"

    for blank in ({"title": " "}, {"text": " "}):
        answer = desk.post(path, desk.form(path, path).fields | {"then": "send"} | blank)
        assert (answer.status_code, TOO_MUCH in answer.text) == (422, True)

    assert Letter.of(firm).get().status == "draft"


def test_letter_is_written_sent_countersigned_and_checked(app, firm, matter, signed_in_as, worker):
    desk, lawyer = signed_in_as(a_user(firm, "paralegal")), signed_in_as(a_user(firm))
    tab = f"/matters/{matter.id}/letters"
    assert "No letter was written yet." in desk.get(tab).text
    template = LetterTemplate.of(firm).where(LetterTemplate.built_in == "flat_fee").first()
    assert template is None
    desk.get(f"{tab}/new")
    template = LetterTemplate.of(firm).where(LetterTemplate.built_in == "flat_fee").get()
    wrong = desk.submit(f"{tab}/new", tab, template_id=template.id, language="es", name="Zoë, or Zoe", email="zoe@b")
    assert (wrong.status_code, "Enter who is to sign" in wrong.text) == (422, True)
    kept = ('value="Zoë, or Zoe"', 'value="zoe@b"', f'"{template.id}" selected', '"es" selected')
    assert [each in wrong.text for each in kept] == [True] * 4
    made = desk.submit(f"{tab}/new", tab, template_id=template.id, language="en")
    path = made.location.partition("?")[0]
    typed = {"text": "# Our work\n\n{{scope}} for {{client.name}}", "value-scope": "", "language-0": "es"}
    unassigned = typed | {"text": f"{typed['text']} {{{{attorney.name}}}}"}
    lacking = desk.submit(path, path, then="send", **unassigned)
    assert "of the text. What we do, The person in charge</p>" in lacking.text
    assert (lacking.status_code, "The letter has fields without a value." in lacking.text) == (422, True)
    by_lawyer = lawyer.submit(path, path, then="send", **unassigned)
    assert f'The person in charge (<a href="/matters/{matter.id}/edit">' in by_lawyer.text
    assert 'aria-invalid="true" aria-describedby="scope-wrong" autofocus' in lacking.text
    assert (lacking.text.count('aria-invalid="true"'), "as in the firm’s settings" in lacking.text) == (1, False)
    unknown = desk.submit(path, path, **typed | {"text": "{{who}}"})
    assert "Line 1, character 1: there is no field “{{who}}”." in unknown.text
    again = desk.submit(path, path, **typed | {"name-1": "Leo", "email-1": f"ZOE.{firm.slug}@example.com"})
    assert "an e-mail address of their own" in again.text
    draft = desk.form(path, path).fields
    preview = desk.post(f"{path}/preview", draft | typed | {"value-scope": "Divorce"})
    assert "<p>Divorce for Zoë Novák</p>" in preview.text
    assert "still a starter text" not in preview.text
    starter = {"text": f"Dear Zoë,\r\n{starters()[0].text['es'].splitlines()[0]}"}
    assert "still a starter text" in desk.post(f"{path}/preview", draft | typed | starter).text
    unprintable = desk.post(path, draft | typed | {"value-scope": "Divorce 離婚 तलाक", "then": "send"})
    assert (unprintable.status_code, "The PDF cannot show some characters" in unprintable.text) == (422, True)
    assert "<bdi>त ल ा क</bdi>" in unprintable.text
    draft = next(form for form in desk.forms_of(unprintable.text) if form.action == path).fields
    sent = desk.post(path, draft | typed | {"value-scope": "Divorce", "then": "send"})
    assert sent.location.endswith("done=sent")
    late = desk.post(path, draft | typed)
    assert (late.status_code, "The letter was sent or withdrawn meanwhile." in late.text) == (409, True)
    assert "{{scope}} for {{client.name}}" in late.text
    worker.perform_tasks()
    letter = Letter.of(firm).get()
    assert "Has the link" in desk.get(path).text
    assert "Link sent by e-mail</strong> · <bdi>Zoë Novák</bdi>" in desk.get(path).text
    assert "Check the letter" in desk.get(path).text
    signer = Signer(app, letter).agree().read()
    signer.sign("王小明")

    assert "Sign for the firm" not in desk.get(path).text
    assert desk.post(f"{path}/countersign", desk.form(path).fields | {"name": "Para Legal"}).status_code == 404
    blank = lawyer.submit(path, f"{path}/countersign", name="…")
    assert (blank.status_code, "Enter your name as you sign." in blank.text) == (422, True)
    assert lawyer.submit(path, f"{path}/countersign", name="माया").status_code == 303
    assert "Seal it again" not in lawyer.get(path).text
    letter = Letter.of(firm).get()
    letter.change(updated_at=letter.updated_at - timedelta(minutes=3))
    assert "Seal it again" in lawyer.get(path).text
    worker.perform_tasks()
    assert "Download the sealed PDF" in desk.get(path).text
    assert "X-Amz-Signature" in desk.get(f"{path}/file").location
    assert "Everything is in order" in desk.get(f"{path}/verify").text
    assert "signed a letter for the firm" in desk.get(f"/matters/{matter.id}/activity").text
    assert "Withdraw this letter" not in desk.get(path).text


def test_who_did_not_sign_a_withdrawn_letter_has_no_link_any_more(firm, matter, signed_in_as, worker):
    letter = create(firm, matter.id, text="Dear Zoë", title="Fee agreement", signers=[
        {"name": "Zoë Novák", "email": f"zoe.{firm.slug}@example.com"}])
    send(firm, matter.id, letter.id)
    worker.perform_tasks()
    desk, tab = signed_in_as(a_user(firm)), f"/matters/{matter.id}/letters"
    path = f"{tab}/{letter.id}"
    assert [("Has the link" in page, "Did not sign" in page) for page in (desk.get(tab).text, desk.get(path).text)] == [
        (True, False)] * 2
    assert desk.submit(path, f"{path}/void", reason="A flat fee.").location.endswith("done=voided")
    assert [("Has the link" in page, page.count("Did not sign"), "Waiting for others" in page)
            for page in (desk.get(tab).text, desk.get(path).text)] == [(False, 1, False), (False, 2, False)]


@pytest.mark.parametrize(("signer", "marked"), [
    ({"name-0": "Zoë Novák", "email-0": ""}, ["email-0"]), ({"name-0": "", "email-0": "zoe@example.com"}, ["name-0"]),
    ({"name-0": "Zoë Novák", "email-0": "zoe@"}, ["email-0"]), ({"name-0": "", "email-0": ""}, ["name-0", "email-0"])])
def test_wrong_fields_of_signers_are_marked(firm, matter, signed_in_as, signer, marked):
    letter = create(firm, matter.id, text="Dear Zoë", signers=[{"name": "Zoë Novák", "email": "zoe@example.com"}])
    path = f"/matters/{matter.id}/letters/{letter.id}"
    answer = signed_in_as(a_user(firm)).submit(path, path, **signer)

    assert answer.status_code == 422
    assert re.findall(r'id="([a-z]+-\d)"[^>]* aria-invalid="true"', answer.text) == marked
    assert re.findall(r'id="([a-z]+-\d)"[^>]* autofocus', answer.text) == marked[:1]
    assert answer.text.count(" autofocus") == 1

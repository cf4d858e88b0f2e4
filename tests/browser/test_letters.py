"""A letter from its draft on a desktop to the sealed copy on a phone, in both languages, by touch and by keyboard."""

import re
from io import BytesIO

from playwright.sync_api import expect
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from intake.engagement.letters.actions import create, send
from intake.engagement.letters.jobs import invite_signer, seal_letter
from intake.engagement.letters.library import choices
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.signing_tokens import access_word, signing_path
from intake.gateways.storage import storage
from tests.builders import a_client, a_matter
from tests.waiting import wait_until

from .desk import DESKTOP


def is_valid(pdf):
    """Whether pyHanko finds the only signature of the PDF valid."""
    [signature] = PdfFileReader(BytesIO(pdf)).embedded_signatures
    trusted = ValidationContext(trust_roots=[signature.signer_cert], allow_fetching=False)
    return validate_pdf_signature(signature, trusted).bottom_line


def test_letter_is_written_signed_and_sealed(desk_of, phone_of, firm, at_once):
    client = a_client(firm, email=f"ana.{firm.slug}@example.com", custom_fields={"language": "es"})
    matter, found = a_matter(firm, client_id=client.id, title="Silva v. Silva"), {}
    desk, phone = desk_of("en", "admin"), phone_of("es")

    def seen(name, here):
        found[name] = here.problems(f"letter-{name}")

    template = next(each for each in choices(firm) if each.built_in == "flat_fee")
    page = desk.open(f"/settings/letter-templates/{template.id}")
    page.get_by_label("Text (English)").fill("# Flat fee\n\n{{fee}}\n\n{{fees}}")
    expect(page.get_by_text("Line 5, character 1: there is no field “{{fees}}”.")).to_be_visible()
    seen("template", desk)
    page = desk.open(f"/matters/{matter.id}/letters")
    page.get_by_role("link", name="New letter").press("Enter")
    page.get_by_label("Template").select_option(template.id)
    seen("new", desk)
    page.get_by_role("button", name="Make a draft").click()
    page.get_by_label("What we do").fill("Divorce, without an appeal.")
    for label, text in (("Fee", "$ 2,400"), ("How long we keep the file", "Six years."),
                        ("Further terms of your state", "New York: 22 NYCRR 1215.")):
        page.get_by_label(label, exact=True).fill(text)
    expect(page.locator("#letter-preview")).to_contain_text("22 NYCRR 1215")
    seen("draft", desk)
    page.get_by_role("button", name="Save and send").press("Enter")
    expect(page.get_by_text("The letter is on its way.")).to_be_visible()
    letter = Letter.of(firm).get()
    signer = LetterSigner.of_letter(letter).get()
    invite_signer(firm.id, signer.id)

    page = phone.open(signing_path(signer))
    expect(page.get_by_role("heading", name="Firmar electrónicamente")).to_be_visible()
    page.get_by_role("button", name="Mostrarme la carta").tap()
    expect(page.get_by_text("Ese no es el número del PDF.")).to_be_in_viewport()
    expect(page.get_by_label("El número del PDF")).to_be_focused()
    expect(page).to_have_title(re.compile("^Revise: "))
    seen("consent", phone)
    page.get_by_label("El número del PDF").fill(access_word(signer))
    page.get_by_label("He leído esto y acepto").check()
    page.get_by_role("button", name="Mostrarme la carta").tap()
    image = page.get_by_role("img", name="Página 1 de")
    expect(image).to_be_visible()
    expect(image).to_have_js_property("complete", True)
    expect(page.get_by_text("$ 2,400")).to_be_visible()  # the letter as text, because the pictures are small
    expect(page.locator("h2", has_text="Su expediente")).to_be_visible()
    seen("read", phone)
    page.context.set_offline(True)
    page.get_by_role("button", name="He leído la carta hasta el final").tap()
    expect(page.get_by_text("No tiene conexión.")).to_be_visible()
    late = []
    page.route("**/typed*.js", lambda route: late.append(route), times=1)
    page.context.set_offline(False)
    page.get_by_label("Su nombre completo").fill("Ana Silva")  # on a slow line, before all scripts have arrived
    expect(page.locator(".typed-signature")).to_have_text("Ana Silva")
    wait_until(lambda: page.wait_for_timeout(20) or late)
    late[0].continue_()
    page.get_by_label("Dibujando mi firma").check()
    canvas = page.locator("#canvas")
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 60)
    page.mouse.down()
    for x, y in ((90, 20), (150, 80), (220, 30), (300, 70)):
        page.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    page.mouse.up()
    page.emulate_media(forced_colors="active")  # dark ones, in which the strokes stay on white
    assert canvas.evaluate("(each) => getComputedStyle(each).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(forced_colors="none")
    seen("sign", phone)
    for language, label in (("English", "Your full name"), ("Español", "Su nombre completo")):
        page.get_by_role("link", name=language).tap()
        expect(page.get_by_label(label)).to_have_value("Ana Silva")
        expect(canvas).to_be_visible()
    page.get_by_label("Su nombre completo").fill("")
    page.get_by_role("button", name="Firmar la carta").tap()
    expect(page.get_by_text("Escriba su nombre completo.")).to_be_visible()
    page.get_by_label("Su nombre completo").fill("Ana Silva")  # the drawing is still there
    page.get_by_role("button", name="Firmar la carta").tap()
    expect(page.get_by_role("heading", name="Gracias, usted ya firmó")).to_be_visible()
    seen("signed", phone)

    page = desk.open(f"/matters/{matter.id}/letters/{letter.id}")
    page.get_by_label("Your name").fill("Maya Ünal")
    seen("countersign", desk)
    page.get_by_role("button", name="Sign for the firm").press("Enter")
    expect(page.get_by_text("You have signed for the firm.")).to_be_visible()
    at_once(1, lambda _: seal_letter(firm.id, letter.id))  # in a thread: the browser's driver has a loop in this one
    expect(page.get_by_role("link", name="Download the sealed PDF")).to_be_visible()
    sealed = b"".join(storage.chunks(Letter.of(firm).get().sealed_key))
    assert at_once(1, lambda _: is_valid(sealed)) == [True]
    desk.open(f"/matters/{matter.id}/letters/{letter.id}/verify")
    expect(desk.page.get_by_role("heading", name="Everything is in order")).to_be_visible()
    seen("verified", desk)
    page = phone.open(signing_path(signer))
    expect(page.get_by_role("link", name="Abrir la carta firmada")).to_be_visible()
    seen("copy", phone)
    for name, path in (("list", f"/matters/{matter.id}/letters"), ("texts", "/settings/letter-templates")):
        desk.open(path)
        seen(name, desk)

    assert LetterSigner.of_letter(letter).get().signature["kind"] == "drawn"
    assert found == {name: [] for name in found}


def test_reason_for_withdrawing_a_letter_is_kept_until_it_is_withdrawn(desk_of, firm):
    matter = a_matter(firm, client_id=a_client(firm, email=f"ana.{firm.slug}@example.com").id)
    letter = create(firm, matter.id, text="Dear Ana", title="Fee agreement", signers=[
        {"name": "Ana Silva", "email": f"ana.{firm.slug}@example.com"}])
    send(firm, matter.id, letter.id)
    address = f"/matters/{matter.id}/letters/{letter.id}"
    desk = desk_of("en", "admin", **DESKTOP)
    page, reason = desk.open(address), desk.page.get_by_label("Why")
    page.get_by_text("Withdraw …").click()
    reason.fill("Ana wants a flat fee.")
    session = next(each for each in desk.context.cookies() if each["name"] == "intake_session")
    desk.context.clear_cookies(name="intake_session")
    page.reload()
    expect(page).to_have_url(re.compile("/login"))
    desk.context.add_cookies([session])
    desk.open(address)
    expect(reason).to_be_visible()
    expect(reason).to_have_value("Ana wants a flat fee.")
    page.get_by_role("button", name="Discard").click()
    expect(reason).to_be_focused()
    expect(reason).to_have_value("")
    reason.fill("Ana wants a flat fee.")
    page.get_by_role("button", name="Withdraw this letter").click()
    expect(page.get_by_text("Withdrawn: Ana wants a flat fee.")).to_be_visible()

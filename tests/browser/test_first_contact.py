"""From the form on the firm's own site to the signed letter and the first document, on a phone and in Spanish."""

import re
from io import BytesIO

from playwright.sync_api import expect
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from intake.accounts.firms.actions import change_settings
from intake.cases.documents.models import DocumentRequest
from intake.engagement.leads.models import Lead
from intake.engagement.letters.library import create_template
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.signing_tokens import access_word
from intake.gateways.storage import storage
from intake.portal.lead_forms.states import SHORTEST_SECONDS
from tests.builders import PDF, a_template
from tests.stand_ins.mailbox import plain
from tests.waiting import wait_until

from .desk import DESKTOP
from .test_lead_form import foreign, form  # noqa: F401  (fixtures)
from .test_whole_way import working  # noqa: F401  (fixture)

TEXT = {"en": "# Engagement\n\n{{client.name}}\n\n{{fee}}",
        "es": "# Contratación\n\n{{client.name}}:\n\nla representaremos en {{matter.title}}. Honorarios: {{fee}}"}


def is_valid(pdf):
    """Whether pyHanko finds the only signature of the PDF valid; in a thread, because it runs its own event loop."""
    [signature] = PdfFileReader(BytesIO(pdf)).embedded_signatures
    trusted = ValidationContext(trust_roots=[signature.signer_cert], allow_fetching=False)
    return validate_pdf_signature(signature, trusted).bottom_line


def test_from_first_contact_to_first_document(
        phone_of, desk_of, firm, form, foreign, working, mailbox, at_once):  # noqa: F811
    address = f"ana.{firm.slug}@example.com"
    change_settings(firm, settings={"require_conflict_check": True, "lead_forms": {
        "enabled": True, "practice_areas": ["family_law"], "allowed_origins": foreign[:1], "notify": []}})
    template = a_template(firm, form=[], documents=[{"name": "Acta de matrimonio"}])
    create_template(firm, "Flat fee", TEXT)

    def mailed(pattern):
        return wait_until(lambda: next((found[0] for mail in mailbox.mails(address)
                                  if (found := re.search(pattern, plain(mail)))), None))

    phone = phone_of("es")
    page = phone.open(foreign[0])
    inner = page.frame_locator("iframe")
    inner.get_by_label("Nombre", exact=True).fill("Ana")
    inner.get_by_label("Apellidos").fill("Silva")
    inner.get_by_label("Correo electrónico").fill(address)
    inner.get_by_label("Nombre de la persona o empresa").fill("Luis Ortega")
    inner.get_by_label("He leído esto").check()
    page.wait_for_function(f"performance.now() > {(SHORTEST_SECONDS + 1) * 1_000}")
    inner.get_by_role("button", name="Enviar").click()
    expect(inner.get_by_role("heading", level=1)).to_have_text("Gracias, su mensaje llegó")

    desk = desk_of("en", "admin", **DESKTOP)
    page = desk.open("/leads")
    page.get_by_role("link", name="Ana Silva").first.click()
    desk.keep("way-lead-new")
    page.get_by_role("button", name="Run the check").click()
    expect(page.get_by_role("heading", name="Nothing was found")).to_be_visible()
    desk.keep("way-check")
    page.get_by_role("radio", name="No conflict").check()
    page.locator("form[action$=decide] button").click()
    lead = Lead.of(firm).get()
    page = desk.open(f"/leads/{lead.id}")
    page.get_by_role("link", name="Make a client").click()
    page.get_by_label("Template", exact=True).select_option(template.id)
    page.get_by_label("Engagement letter").select_option(label="Flat fee")
    page.get_by_role("button", name="Show what it needs").click()
    page.get_by_label("Fee").fill("$ 900")
    assert desk.violations() == []
    desk.keep("way-convert")
    page.get_by_role("button", name="Make a client").click()
    expect(page).to_have_url(re.compile("/matters/mat_"))

    page = phone.open(mailed(r"http://\S+/p/\w+/letter/\w+"))
    letter = Letter.of(firm).get()
    page.get_by_label("El número del PDF").fill(access_word(LetterSigner.of_letter(letter).get()))
    page.get_by_label("He leído esto y acepto").check()
    page.get_by_role("button", name="Mostrarme la carta").tap()
    expect(page.get_by_role("img", name="Página 1 de")).to_have_js_property("complete", True)
    phone.keep("way-letter")
    page.get_by_role("button", name="He leído la carta hasta el final").tap()
    page.get_by_label("Su nombre completo").fill("Ana Silva")
    page.get_by_role("button", name="Firmar la carta").tap()
    expect(page.get_by_role("heading", name="Gracias, usted ya firmó")).to_be_visible()

    page = desk.open(f"/leads/{lead.id}")
    desk.keep("way-lead-engaged")
    assert desk.violations() == []
    page.get_by_role("link", name="Carta de contratación").click()
    page.get_by_label("Your name").fill("Maya Ünal")
    page.get_by_role("button", name="Sign for the firm").click()
    sealed = wait_until(lambda: Letter.of(firm).where(Letter.sealed_at.is_null(False)).first())
    assert at_once(1, lambda _: is_valid(b"".join(storage.chunks(sealed.sealed_key)))) == [True]

    page = phone.open(mailed(r"http://\S+/p/\w+(?![/\w])"))
    phone.keep("way-welcome")
    page.locator("main .button, main a.go").first.click()
    document = DocumentRequest.of(firm).get()
    expect(phone.item(document)).to_be_visible()
    phone.hand_in(document, "acta.pdf", PDF)
    phone.sees(document, "received")
    phone.keep("way-documents")
    assert DocumentRequest.of(firm).get().status == "uploaded"

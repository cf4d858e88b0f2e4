"""The lead form on the firm's own site, in a frame, on a phone, in Spanish, until the lead is in the firm's inbox."""

from functools import partial
from http.server import BaseHTTPRequestHandler

import pytest
from playwright.sync_api import expect

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.models import Firm
from intake.engagement.leads.models import Lead
from intake.portal.lead_forms.facts_links import FactsLink
from intake.portal.lead_forms.states import SHORTEST_SECONDS
from tests.builders import a_lead
from tests.stand_ins.http_server import HttpServer

MOST_BYTES = 60_000
FOREIGN = """<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Delgado</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Delgado</h1><script src="{}/embed.js" async></script></main></body></html>"""


class _Page(BaseHTTPRequestHandler):
    def __init__(self, text, *arguments):
        self.text = text
        super().__init__(*arguments)

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.text.encode())

    def log_message(self, *arguments):
        pass


@pytest.fixture
def form(firm, site):
    """The address of the firm's form."""
    return f"{site.url}/start/{Firm.fetch(firm.id).slug}"


@pytest.fixture
def foreign(form):
    """The origins of two other sites that embed the form."""
    page = partial(_Page, FOREIGN.format(form))
    with HttpServer(page) as one, HttpServer(page) as other:
        yield [one.url, other.url]


def _sent_bytes(request):
    """Return how long the compressed answer was. Playwright's `sizes()` waits for ever for the script of a worker."""
    return int(request.response().headers["content-length"])


def test_from_the_firms_site_to_its_inbox(phone_of, desk_of, firm, form, foreign):
    allowed, other = foreign
    change_settings(firm, settings={"brand_color": "#7a1f3d", "lead_forms": {
        "enabled": True, "practice_areas": ["family_law", "immigration"], "allowed_origins": [allowed], "notify": []}})
    phone = phone_of("es")
    loaded = []
    phone.page.on("requestfinished", lambda request: loaded.append(request))
    page = phone.open(f"{allowed}/?utm_source=radio&secret=1")
    element, inner = page.locator("iframe"), page.frame_locator("iframe")
    expect(inner.get_by_role("heading", level=1)).to_have_text("Escriba a Ünal & Partners")
    frame = page.frames[1]
    expect(page.locator("iframe")).to_have_attribute("title", "Formulario de contacto")

    def fits():
        inside = frame.evaluate("document.documentElement.scrollHeight")
        page.wait_for_function("height => document.querySelector('iframe').clientHeight >= height - 1", arg=inside)
        return element.bounding_box()["height"]

    before = fits()
    phone.keep("lead-form-embedded")
    inner.get_by_label("Nombre", exact=True).fill("Ana")
    inner.get_by_label("Apellidos").fill("Silva")
    inner.get_by_label("¿De qué se trata?").select_option("family_law")
    inner.get_by_label("Correo electrónico").fill("ana.silva@example.com")
    inner.get_by_label("No dejen mensajes").check()
    inner.get_by_label("Nombre de la persona o empresa").fill("Luis Ortega")
    inner.get_by_role("button", name="Agregar otro nombre").click()
    expect(inner.locator("[name=party_name]").nth(1)).to_be_focused()
    inner.locator("[name=party_name]").nth(1).fill("Acme, Inc.")
    page.wait_for_function("height => document.querySelector('iframe').clientHeight > height", arg=before)
    inner.get_by_role("button", name="Enviar").click()
    expect(inner.get_by_role("alert")).to_contain_text("Confirme que leyó esto.")
    expect(inner.get_by_label("Nombre", exact=True)).to_have_value("Ana")
    inner.get_by_label("He leído esto").check()
    page.wait_for_function(f"performance.now() > {(SHORTEST_SECONDS + 1) * 1_000}")  # a person takes longer
    inner.get_by_role("button", name="Enviar").click()
    expect(inner.get_by_role("heading", level=1)).to_have_text("Gracias, su mensaje llegó")
    phone.keep("lead-form-embedded-sent")

    [lead] = Lead.of(firm)
    assert (lead.full_name, lead.language, lead.spam_reasons) == ("Ana Silva", "es", [])
    assert lead.contact_preferences == {"voicemail": False}
    assert {name: lead.source[name] for name in ("page", "campaign")} == {
        "page": f"{allowed}/", "campaign": {"source": "radio"}}
    assert [party.name for party in lead.parties] == ["Luis Ortega", "Acme, Inc."]
    assert phone.context.cookies() == []
    first = [_sent_bytes(request) for request in loaded if "/start/" in request.url][:2]
    assets = {request.url: _sent_bytes(request) for request in loaded
              if request.url.startswith(form.partition("/start/")[0]) and "/start/" not in request.url}
    assert sum(first) + sum(assets.values()) < MOST_BYTES

    facts = f"/more/{FactsLink.new(form.rpartition('/')[2], lead.id).token}"
    lead.change(status="cleared")
    for number, place in enumerate(("", "/sent", facts)):
        phone.open(f"{form}{place}")
        assert phone.problems(f"lead-form-{number}") == [], place
    desk = desk_of("es", role="admin")
    desk.open("/settings/lead-forms")
    assert desk.problems("lead-form-settings") == []
    desk.page.locator("iframe").scroll_into_view_if_needed()
    shown = desk.page.frame_locator("iframe").locator("[name=first_name]")
    shown.focus()
    expect(shown).not_to_be_focused()  # it is only seen
    desk.open("/leads")
    expect(desk.page.get_by_role("link", name="Ana Silva").first).to_be_visible()

    stranger = phone_of()
    stranger.open(other)
    expect(stranger.page.frame_locator("iframe").get_by_role("heading")).to_have_count(0)
    assert any("frame-ancestors" in complaint for complaint in stranger.complaints)
    stranger.complaints.clear()


def test_what_was_filled_in_waits_for_a_connection(phone, form, firm):
    change_settings(firm, settings={"lead_forms": {
        "enabled": True, "practice_areas": ["family_law"], "allowed_origins": [], "notify": []}})
    page = phone.open(form)
    for name, text in {"first_name": "Ana", "last_name": "Silva", "email": "ana@example.com"}.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=understood]").check()
    phone.context.set_offline(True)
    page.get_by_role("button", name="Add another name").click()
    expect(page.locator("[name=party_name]")).to_have_count(2)
    for _ in range(2):
        page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("[data-offline]")).to_have_text("You are offline. This goes on as soon as you are back.")

    phone.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you, your message has arrived")
    assert [lead.last_name for lead in Lead.of(firm)] == ["Silva"]


def test_what_was_filled_in_stays_when_the_language_is_switched(phone, form, firm):
    change_settings(firm, settings={"lead_forms": {
        "enabled": True, "practice_areas": ["family_law", "immigration"], "allowed_origins": [], "notify": []}})
    page = phone.open(form)
    page.get_by_label("What is it about?").select_option("immigration")
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Do not leave a voicemail").check()
    page.locator("[name=party_name]").fill("Luis Ortega")
    for number, name in enumerate(("Acme, Inc.", "Marta Ruiz"), 1):
        page.get_by_role("button", name="Add another name").tap()
        page.locator("[name=party_name]").nth(number).fill(name)
    page.locator("[name=party_kind]").nth(1).select_option("company")
    page.get_by_role("link", name="Español").tap()

    expect(page.get_by_label("¿De qué se trata?")).to_have_value("immigration")
    expect(page.get_by_label("Nombre", exact=True)).to_have_value("Ana")
    expect(page.get_by_label("No dejen mensajes")).to_be_checked()
    names = page.locator("[name=party_name]")
    assert [name.input_value() for name in names.all()] == ["Luis Ortega", "Acme, Inc.", "Marta Ruiz"]
    expect(page.locator("[name=party_kind]").nth(1)).to_have_value("company")
    page.reload()
    expect(page.get_by_label("Nombre", exact=True)).to_have_value("Ana")
    assert [name.input_value() for name in names.all()] == ["Luis Ortega", "Acme, Inc.", "Marta Ruiz"]
    page.get_by_role("button", name="Enviar").click()
    expect(page.get_by_role("alert")).to_contain_text("Confirme que leyó esto.")
    page.reload()
    expect(page.get_by_label("Nombre", exact=True)).to_have_value("Ana")
    page.get_by_label("Apellidos").fill("Silva")
    page.get_by_label("Correo electrónico").fill("ana@example.com")
    page.get_by_label("He leído esto").check()
    page.get_by_role("button", name="Enviar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gracias, su mensaje llegó")
    page.wait_for_load_state()  # the page's scripts have run
    phone.open(form)
    expect(page.get_by_label("First name")).to_have_value("")  # nothing is left in the tab

    lead = a_lead(firm)
    lead.change(status="cleared")
    page = phone.open(f"{form}/more/{FactsLink.new(form.rpartition('/')[2], lead.id).token}?lang=en")
    page.get_by_label("What happened, and what do you need?").fill("It rained.")
    page.get_by_role("link", name="Español").tap()
    expect(page.get_by_label("¿Qué pasó")).to_have_value("It rained.")

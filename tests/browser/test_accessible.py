"""Accessibility: axe-core finds no violation on any page, at 390 pixels and with large print."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.models import Firm
from intake.accounts.firms.states import DEFAULT_SETTINGS
from intake.accounts.sessions.cookies import SESSION_COOKIE
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.uploads.actions import review
from intake.cases.uploads.states import CLEAN, INFECTED
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.integrations.connections.models import IntegrationState
from intake.messaging.communications.unsubscribing import alert_off_url
from intake.portal.links.completion import submit_form
from tests.accounts.oauth.conftest import program, program_of  # noqa: F401  (fixtures)
from tests.accounts.users.conftest import address, invited, token_of  # noqa: F401  (fixtures)
from tests.builders import (
    ANSWERS,
    PDF,
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_note,
    a_template,
    a_user,
    an_upload,
)
from tests.builders import an_intake_link as a_link


@pytest.fixture
def link(firm, matter, put):
    """A link with everything that clients can see: a form, and an item in each state."""
    matter.change(intake_template_id=a_template(firm).id)
    words = {"description": "Why we need it.", "instructions": "First this.\nThen that.", "category": "Money"}
    a_document(firm, matter, name="Pay slips", accepted_types=["application/pdf", "image/*"], **words)
    a_document(firm, matter, name="Photos of the house", required=False)
    for name, scanned, reviewed in (("Checking", None, None), ("Received", CLEAN, None), ("Fine", CLEAN, "approved"),
                                    ("Blurred", CLEAN, "rejected"), ("Infected", INFECTED, "rejected")):
        upload = an_upload(firm, put, a_document(firm, matter, name=name, **words), PDF)
        if scanned:
            upload.change(scan_status=scanned)
        if reviewed:
            review(firm, upload.id, reviewed, "The date cannot be read.")
    link = a_link(firm, matter)
    save(ensure_form(matter), ANSWERS, {})
    return link


def test_pages_of_clients(phone_of, firm, link):
    phone, found = phone_of("es"), {}
    for place in ("", "/form/1", "/form/2", "/form/review", "/documents", "/done"):
        phone.open(f"{link.url}{place}")
        phone.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        found[place] = phone.problems(f"page{place.replace('/', '-') or '-welcome'}")
    phone.open("/p/nothing")
    found["unknown"] = phone.problems("page-unknown")
    expired = a_link(firm, a_matter(firm, client_id=link.client_id))
    expired.change(expires_at=now() - timedelta(seconds=1))
    phone.open(expired.url)
    phone.page.locator("form button").click()
    found["asked"] = phone.problems("page-asked")
    phone.open(alert_off_url("document_uploaded", firm.id))
    found["alerts off"] = phone.problems("page-alerts-off")
    finished = a_link(firm, a_matter(firm, client_id=link.client_id))
    phone.open(f"{finished.url}/documents")
    found["nothing asked"] = phone.problems("page-nothing-asked")

    assert found == {place: [] for place in found}


def test_what_is_to_be_looked_at_once_more(phone, firm, put):
    born = {"id": "born", "type": "date", "when": "birth", "label": "Your date of birth", "required": True}
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm, form=[born]).id)
    document = a_document(firm, matter)
    link = a_link(firm, matter)
    page = phone.open(f"{link.url}/form/1")
    for part, text in (("month", "1"), ("day", "1"), ("year", str(now().year - 1))):
        page.locator(f'[name="q.born.{part}"]').fill(text)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator("#summary a")).to_have_text("Your date of birth")
    assert phone.problems("once-more-form") == []

    form = save(ensure_form(matter), {"born": "1980-02-03"}, {})
    submit_form(link, form)
    save(form, {"born": "1980-02-04"}, {})
    an_upload(firm, put, document, PDF)
    phone.open(f"{link.url}/done")
    expect(page.get_by_role("link", name="Send the changes")).to_be_visible()
    assert phone.problems("once-more") == []


def test_checklist_is_accessible_while_files_are_sent(phone, link, line):
    page = phone.open(f"{link.url}/documents")
    item = page.locator(".item", has_text="Pay slips")
    item.locator("> * > summary").click()
    line.hold()
    try:
        item.locator(".choose input").set_input_files(
            [{"name": "a.pdf", "mimeType": "application/pdf", "buffer": PDF * 5000},
             {"name": "b.xyz", "mimeType": "", "buffer": PDF}])
        expect(item.locator(".sending.failed")).to_be_visible()
        expect(item.locator(".sending progress").first).to_be_visible()
        assert phone.violations() == []
    finally:
        line.release()
    expect(item.locator(".file")).to_have_count(1)


def test_it_fits_on_a_small_screen_with_large_print(phone_of, link):
    phone = phone_of(viewport={"width": 320, "height": 640})
    page = phone.open(f"{link.url}/documents")
    page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert phone.too_wide() is None


def test_phone_enlarged_to_200_percent_breaks_no_words(phone_of, firm, link):
    phone = phone_of(viewport={"width": 195, "height": 422})
    for place, broken in (("", ".tasks strong"), ("/done", ".tasks a"), ("/form/review", "dt, dd:not(.change)")):
        phone.open(f"{link.url}{place}")
        assert phone.too_wide() is None
        # Text needs as many lines as without breaks inside words, and an extra one for every word that is broken.
        assert phone.page.evaluate("""(selector) => [...document.querySelectorAll(selector)].filter((each) => {
            const height = each.clientHeight;
            each.style.overflowWrap = "normal";
            const isBroken = each.clientHeight !== height || each.scrollWidth > each.clientWidth + 1;
            each.style.overflowWrap = "";
            return isBroken && each.clientWidth;
        }).map((each) => each.textContent.trim())""", broken) == [], place


def test_large_print_widens_neither_lists_nor_the_bar_of_the_console_nor_the_lead_form(desk_of, firm):
    change_settings(firm, settings={"lead_forms": DEFAULT_SETTINGS["lead_forms"] | {"enabled": True}})
    desk = desk_of("es", "admin", viewport={"width": 320, "height": 640})
    client = a_client(firm, email="ana.maria.fernandez@example.com", phone="+15185550142")
    matter = a_matter(firm, client_id=client.id)
    for make in (a_document, a_deadline, a_note, a_communication):
        make(firm, matter)
    lead, template = a_lead(firm), a_template(firm)
    for place in ("/leads/new", f"/leads/{lead.id}", f"/matters/{matter.id}/parties", f"/templates/{template.id}",
                  f"/start/{Firm.fetch(firm.id).slug}", "/matters", f"/matters/{matter.id}",
                  f"/matters/{matter.id}/messages", f"/matters/{matter.id}/notes", f"/clients/{client.id}",
                  "/clients", "/leads", "/deadlines",
                  "/templates", "/settings/people", "/settings/firm", "/account"):
        page = desk.open(place)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") == width, place


def test_pages_of_the_firms_people(phone_of, app, firm, program, invited, token_of, signed_in_as):  # noqa: F811
    phone, found = phone_of("es"), {}
    phone.open(f"/invitations/{token_of(invited()['id'])}")
    found["invitation"] = phone.problems("invitation")
    person = signed_in_as(a_user(firm, "admin"))
    with app.test_request_context():
        name = SESSION_COOKIE.name
    phone.context.add_cookies([{"name": name, "value": person.cookie(name), "url": phone.page.url}])
    for place in (program.path(), "/account/applications", "/account/second-factor"):
        phone.open(place)
        found[place] = phone.problems(f"people-{len(found)}")

    assert found == {place: [] for place in found}


def test_question_which_firm_to_connect(phone_of, firm):
    phone, state = phone_of("es"), random_token(40)
    IntegrationState.create(firm_id=firm.id, platform="clio", state_digest=digest(state),
                            expires_at=now() + timedelta(minutes=10))
    page = phone.open(f"/api/v1/integrations/clio/callback?code=x&state={state}")

    assert page.locator("form button").count() == 2
    assert phone.problems("which-firm") == []


def test_pages_about_leads_letters_and_records(desk_of, matter):
    desk, found = desk_of("es", "admin"), {}
    for place in ("/leads/new", "/settings/conflicts", "/settings/letter-templates/new",
                  f"/matters/{matter.id}/letters/new", f"/matters/{matter.id}/client?q=a",
                  "/settings/records/retention/new", "/settings/records/holds?status=lifted"):
        desk.open(place)
        found[place] = desk.problems(f"console{place.replace('/', '-').replace(matter.id, 'matter')}")

    assert found == {place: [] for place in found}

"""Leads in a browser: on a desktop and on a phone, in both languages and themes."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.matters.models import Matter
from intake.engagement.leads.actions import update
from intake.engagement.leads.models import Lead
from tests.builders import a_client, a_lead, a_template

from .desk import DESKTOP

PARTIES = [{"name": "Acme Trucking, Inc.", "kind": "company", "role": "opposing", "aliases": ["Acme"],
            "relation": "owner of the truck"}, {"name": "Juan Núñez", "kind": "person", "role": "witness"}]


@pytest.fixture
def leads(firm):
    """Leads of every status, besides others with long and right-to-left names."""
    a_client(firm, first_name="María", last_name="Núñez", phone="+15125550191")
    wishes = {"voicemail": False, "identify": False}
    lead = a_lead(firm, first_name="María", last_name="Núñez", phone="+15125550191", parties=PARTIES, language="es",
                  practice_area="personal_injury", message="A truck hit my car on Route 9.\n\nI was in hospital.",
                  contact_preferences=wishes, source={"page": "https://smith.example/accidents",
                                                      "campaign": {"source": "google", "medium": "cpc"}})
    names = ("Wolfeschlegelsteinhausenbergerdorff" * 2, "כהן", "Costa", "Diaz", "Eng", "Fry")
    for name, status in zip(names, ("new", "checking", "cleared", "offered", "declined", "lost"), strict=True):
        other = a_lead(firm, last_name=name, practice_area="family_law", source={"name": "Referral by Dr. Lee"},
                       message="It is about the custody of my children. " * 4)
        for step in ("cleared", "offered") if status == "offered" else () if status == "new" else (status,):
            update(firm, other.id, status=step, **({"declined_reason": "No capacity"} if step == "declined" else {}))
    a_lead(firm, last_name="Spam", quarantined=True, spam_score=80, spam_reasons=["honeypot", "links"])
    return lead


def test_from_the_inbox_to_the_client(desk_of, firm, leads):
    template = a_template(firm, documents=[{"name": "Police report"}, {"name": "Photos", "required": False}])
    desk, found = desk_of("es", "admin"), {}
    page = desk.page
    for name, path in {
            "list": "", "quarantine": "?quarantined=yes", "board": "?view=board", "one": f"/{leads.id}",
            "edit": f"/{leads.id}/edit", "decline": f"/{leads.id}/decline",
            "convert": f"/{leads.id}/convert?template_id={template.id}"}.items():
        desk.open(f"/leads{path}")
        found[name] = desk.problems(f"leads-{name}")
    assert found == {name: [] for name in found}

    desk.open("/leads?view=board")
    page.keyboard.press("j")
    expect(page.locator("[data-row]").first).to_be_focused()
    page.locator(f"[data-row][href$='{leads.id}']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("María Núñez")
    # The actions come before the person's text, however long it is.
    assert page.locator(".next").bounding_box()["y"] < page.locator("#message").bounding_box()["y"]
    assert page.locator(".next :is(button, .button):visible").count() <= 4
    page.locator(".decide summary").click()
    page.locator(".decide form:has([value=cleared]) button").click()
    expect(page.locator(".stages [aria-current]")).to_have_text("Sin conflicto")
    page.locator(f"a[href$='{leads.id}/convert']").click()
    page.locator("#template_id").select_option(template.id)
    page.locator("button[name=to]").first.click()
    expect(page.locator(".asked li").first).to_have_text("Police report")
    page.locator("form.stack > .acts button").click()
    expect(page).to_have_url(re.compile("/matters/mat_"))
    assert Lead.fetch(firm, leads.id).matter_id == Matter.of(firm).get().id
    assert desk.complaints == []


def test_tabs_stay_where_they_are_when_one_is_chosen(desk_of, leads):
    page = desk_of(role="admin", **DESKTOP).open("/leads")
    places = []
    for name in (None, "New", "Quarantine"):
        if name:
            page.locator(".tabs").get_by_role("link", name=name).click()
            expect(page.get_by_text("Save this view", exact=True)).to_be_visible()
        places.append(page.locator(".tabs").bounding_box()["y"])
    assert len(set(places)) == 1


def test_box_of_a_letter_that_was_not_sent_is_kept(desk_of, leads):
    desk = desk_of(role="admin", **DESKTOP)
    page = desk.open(f"/leads/{leads.id}/decline")
    box = page.get_by_role("checkbox", name=re.compile("E-mail it to"))
    expect(box).not_to_be_checked()
    box.check()
    for _ in range(2):
        desk.open(f"/leads/{leads.id}/decline")
        expect(box).to_be_checked()
    page.get_by_role("button", name="Discard").click()
    expect(box).not_to_be_checked()
    desk.open(f"/leads/{leads.id}/decline")
    expect(box).not_to_be_checked()
    assert page.evaluate("sessionStorage.length") == 0

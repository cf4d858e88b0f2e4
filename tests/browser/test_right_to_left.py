"""The client's pages in a language that is 40 % longer than English and runs from right to left, on narrow phones.

The language exists only in this process, so the pages come from a server in it.
"""

from contextlib import contextmanager
from datetime import timedelta
from threading import Thread

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.uploads.actions import review
from intake.cases.uploads.states import CLEAN, INFECTED
from intake.core.clock import now
from intake.portal.codes.models import PortalCode
from local import ports
from tests.builders import a_client, a_document, a_matter, a_template, an_intake_link, an_upload
from tests.further_language import PSEUDO, add_pseudo_language, pseudo

WIDTHS = (390, 320)
EXAMINED = ("welcome", "form-1", "documents", "code-field")
"""The pages that axe-core checks; in other languages it checks all of them."""

MEASURE = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest(".unseen, .skip, .leave, [hidden], svg") && getComputedStyle(element).clipPath === "none";
  const room = document.documentElement.clientWidth, found = [], lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, element = text.parentElement;
    if (!text.data.trim() || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.left < -1 || box.right > room + 1) found.push(`outside: ${text.data.trim()}`);
      if (box.width) lines.push([box, text.data.trim(), element]);
    }
    for (let around = element; around !== document.body; around = around.parentElement) {
      if (around.scrollWidth > around.clientWidth + 1 && getComputedStyle(around).overflowX !== "visible"
        && around.clientWidth) found.push(`cut: ${text.data.trim()}`);
    }
  }
  lines.forEach(([box, text, element], place) => lines.slice(place + 1).forEach(([other, with_, beside]) => {
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (element !== beside && across > 2 && down > Math.min(box.height, other.height) / 2)
      found.push(`overlapping: ${text} / ${with_}`);
  }));
  if (document.documentElement.scrollWidth > room) found.push(`wider than ${room}`);
  return found;
}"""
"""Returns the visible texts that are cut off, outside the window or overlapping other text."""


@pytest.fixture
def origin(app, monkeypatch, tmp_path):
    """The address of a server in this process, which has a further language."""
    add_pseudo_language(monkeypatch, tmp_path)
    with ports.reserved(1) as (port,), _serving(make_server("127.0.0.1", port, app, threaded=True)):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def _serving(server):
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def link(firm, matter, put):
    """A link with a form and an item in each state, with texts in the language."""
    matter.change(client_label=pseudo("The agreement about the apartment"), intake_template_id=a_template(
        firm, leave_button=True, form=[
            {"id": "name", "type": "text", "label": pseudo("Your full name as in the passport"), "required": True,
             "section": pseudo("About you"), "help": pseudo("Write every part of it.")},
            {"id": "home", "type": "address", "label": pseudo("Where you live"), "section": pseudo("About you")},
            {"id": "kind", "type": "choice", "label": pseudo("What happened?"), "section": pseudo("About you"),
             "options": [pseudo("A misunderstanding"), pseudo("Something else")]},
            {"id": "phone", "type": "phone", "label": pseudo("Your number"), "section": pseudo("More")}]).id)
    words = {"description": pseudo("Why it is needed."), "instructions": pseudo("First this.\nThen that."),
             "category": pseudo("Money and property")}
    a_document(firm, matter, name=pseudo("Statements of every account"), **words)
    for name, scanned, reviewed in (("Received", CLEAN, None), ("Approved", CLEAN, "approved"),
                                    ("Unreadable photographs", CLEAN, "rejected"), ("Infected", INFECTED, "rejected")):
        upload = an_upload(firm, put, a_document(firm, matter, name=pseudo(name), **words))
        upload.change(scan_status=scanned)
        if reviewed:
            review(firm, upload.id, reviewed, pseudo("The date cannot be read."))
    link = an_intake_link(firm, matter)
    save(ensure_form(matter), {"phone": "518"}, {})
    return link


def test_nothing_is_cut_and_nothing_overlaps(phone_of, origin, firm, link):
    firm.change(phone="+15185550142", settings={"office_hours": pseudo("Monday to Friday, nine to five")})
    phone, found = phone_of(), {}
    page = phone.page

    def look(name):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            found[f"{name} {width}"] = page.evaluate(MEASURE)
            phone.keep(f"rtl-{name}-{width}")
        found[name] = phone.too_small() + (phone.violations() if name in EXAMINED else [])

    path = f"{origin}/p/{link.token}"
    phone.open(f"{path}?lang={PSEUDO.code}")
    assert page.locator("html").get_attribute("dir") == "rtl"
    firm_name, switch = page.locator(".firm").bounding_box(), page.locator(".switch").first.bounding_box()
    assert firm_name["x"] > switch["x"], "the page begins at the right"
    look("welcome")
    for place in ("/form/1", "/form/2", "/form/review", "/documents", "/done"):
        phone.open(f"{path}{place}")
        look(place.strip("/").replace("/", "-"))
    phone.open(f"{path}/form/1")
    page.locator(".ways button").first.click()
    expect(page.locator(".wrong").first).to_be_visible()
    look("wrong")

    an_intake_link(firm, a_matter(firm, client_id=link.client_id))
    firm.change(settings={"portal_code": "always"})
    phone.open(path)
    look("code")
    page.locator("form.ways button").first.click()
    expect(page.locator("#code")).to_be_visible()
    look("code-field")
    page.locator("#code").fill(PortalCode.of(firm).get().digits)
    page.keyboard.press("Enter")
    expect(page.locator(".tasks a")).to_have_count(2)
    look("matters")
    expired = an_intake_link(firm, a_matter(firm, client_id=a_client(firm).id))
    expired.change(expires_at=now() - timedelta(seconds=1))
    phone.open(f"{origin}/p/{expired.token}")
    look("expired")
    assert {name: problems for name, problems in found.items() if problems} == {}

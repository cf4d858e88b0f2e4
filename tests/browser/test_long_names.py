"""Names of 200 letters without a space, of emoji, and right-to-left names fit every page."""

import pytest

from intake.accounts.access.actions import create_key
from tests.builders import a_client, a_communication, a_deadline, a_document, a_lead, a_matter, a_user, an_upload
from tests.builders import an_intake_link as a_link

NAMES = ["W" * 190, "\N{FILE FOLDER}" * 90, "\N{ARABIC LETTER MEEM}" * 190]


@pytest.fixture
def places(firm, put):
    """The pages of records with such names."""
    firm.change(name="Wolfeschlegelsteinhausenbergerdorff" * 5)
    for name in NAMES:
        client = a_client(firm, first_name=name[:100], last_name=name[:100])
        matter = a_matter(firm, title=name, client_id=client.id)
        document = a_document(firm, matter, name=name)
        upload = an_upload(firm, put, document, filename=f"{name[:60]}.pdf")
        deadline = a_deadline(firm, matter, title=name)
        lead = a_lead(firm, first_name=name[:100], last_name=name[:100], message=name)
        a_communication(firm, matter, message=name)
        create_key(firm, name[:100], ["matters:read"])
    a_link(firm, matter)
    return ("/review", f"/review?matter_id={matter.id}", f"/uploads/{upload.id}", "/matters", "/matters?focus=silent",
            f"/matters/{matter.id}", f"/matters/{matter.id}/as-client/en", f"/clients/{client.id}", "/clients",
            "/messages", f"/messages/{matter.id}", "/deadlines", f"/deadlines/{deadline.id}", "/leads",
            f"/leads/{lead.id}", "/insights", "/settings/developers", "/settings/people", "/settings/records/close")


def test_pages_are_no_wider_than_the_screen(desk_of, places):
    desk, found = desk_of("es", "admin"), []
    for place in places:
        desk.open(place)
        desk.page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        for width in (1280, 320):
            desk.page.set_viewport_size({"width": width, "height": 844})
            found += [(place, wide)] if (wide := desk.too_wide()) else []

    assert found == []


def test_name_of_two_lines_does_not_lie_on_the_address(desk_of, firm):
    a_user(firm, email="bartholomew@example.com").change(
        first_name="Bartholomew Maximilian", last_name="Featherstonehaugh-Cholmondeley")
    page = desk_of(role="admin", viewport={"width": 920, "height": 844}).open("/settings/people")
    row = page.locator("tr", has_text="Bartholomew")
    name, address = (row.locator(place).bounding_box() for place in ("bdi", ".under"))

    assert name["height"] > 30
    assert name["y"] + name["height"] <= address["y"] + 2


def test_words_are_not_broken_by_what_stands_beside_them(desk_of, firm):
    client = a_client(firm, first_name="Marcus", last_name="Delacroix", phone="+15185550195")
    matter = a_matter(firm, client_id=client.id)
    a_document(firm, matter, name="Your photo identification")
    desk = desk_of(role="admin", viewport={"width": 320, "height": 844})
    broken = """(places) => [...places].flatMap((place) => {
        const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
        return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1;
        }).map(([word]) => word);
    })"""
    found = [desk.open(path).locator(names).evaluate_all(broken) for path, names in (
        ("/clients", ".clients bdi"), (f"/matters/{matter.id}", ".checklist strong"))]

    assert found == [[], []]

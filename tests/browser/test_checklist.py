"""The checklist of a long matter on a phone: one line per item, open items first."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.builders import PDF, a_document, an_upload

SCREEN = 844


def photo(shade):
    """A PNG of one shade, or of a sharp pattern."""
    picture = Image.new("L", (800, 600), shade or 0)
    if shade is None:
        picture.putdata([255 * ((x // 8 + y // 8) % 2) for y in range(600) for x in range(800)])
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def documents(firm, matter, put):
    """Forty items under four headings, two of which were uploaded."""
    made = [a_document(firm, matter, name=f"{name} of the year {2020 + number}", category=category,
                       description="Why we need it, in a sentence.", instructions="1. Open it.\n2. Take a photo.")
            for category in ("About you", "Money", "Your home", "Health")
            for number, name in enumerate(("Passport", "Tax return with all its pages") * 5)]
    for document in made[:2]:
        an_upload(firm, put, document, PDF)
    made[5].change(accepted_types=["image/*"])
    return made


def test_forty_items_fit_and_lead_from_one_to_the_next(phone, documents, link):
    phone.open(f"{link.url}/documents")
    page = phone.page

    assert page.evaluate("document.documentElement.scrollHeight") <= 5 * SCREEN
    phone.keep("checklist-forty")
    page.emulate_media(media="print")
    seen = page.locator(".done h3, .help > *, .next, .missing").evaluate_all("""(parts) =>
        parts.map((each) => [each.className, each.checkVisibility()])""")
    assert all(is_seen == (name not in ("next", "missing")) for name, is_seen in seen)
    page.emulate_media(media="screen")
    expect(page.locator(".item > [open] h3")).to_have_text([documents[2].name])
    page.get_by_role("link", name="Next open item").click()
    expect(page.locator(".item > [open] h3")).to_have_text([documents[3].name])
    expect(phone.item(documents[3]).locator("> * > summary")).to_be_focused()
    phone.keep("checklist-next", whole=False)

    phone.hand_in(documents[3], "passport.pdf", PDF)
    phone.sees(documents[3], "checking")
    expect(page.locator(".item > [open] h3")).to_have_text([documents[3].name])
    page.get_by_role("link", name="Next open item").click()
    expect(page.locator(".item > [open] h3")).to_have_text([documents[4].name])

    for shade, doubt in ((20, "looks dark"), (200, "looks blurred"), (None, "")):
        file = {"name": f"photo {shade}.png", "mimeType": "image/png", "buffer": photo(shade)}
        phone.item(documents[4]).locator(".photo input").set_input_files(file)
        expect(phone.item(documents[4]).locator(".doubt")).to_contain_text([doubt])
        page.get_by_role("button", name="Send this page").click()
        phone.said(f"photo {shade}.png was handed in.")
    phone.hand_in(documents[5], "dark.png", photo(20), "image/png", way="photo")  # not recognisable as a page
    expect(phone.item(documents[5]).locator(".doubted .said")).to_contain_text("looks dark")
    phone.said("dark.png was handed in.")
    phone.sees(documents[4], "checking")
    phone.keep("checklist-photos")
    page.get_by_role("link", name="Next open item").click()
    phone.item(documents[6]).locator(".handing-in + .missing a").click()
    assert phone.violations() == []
    phone.keep("checklist-note")
    page.get_by_label("Why can you not send it?").fill("My sister has it.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".note blockquote")).to_have_text("My sister has it.")
    expect(phone.item(documents[6]).locator(".note .missing")).to_be_visible()
    assert phone.too_small() == []
    assert phone.violations() == []

    phone.open(f"{link.url}/documents#{documents[0].id}")
    expect(phone.item(documents[0]).locator(".files")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    phone.keep("checklist-desk-dark")


def test_letters_twice_as_large_break_no_words_on_buttons(phone_of, documents, link):
    phone = phone_of("es")
    page = phone.open(f"{link.url}/documents#{documents[6].id}")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    item = phone.item(documents[6])
    card, *buttons = (item.locator(part) for part in (":scope > details > div", ".photo", ".choose"))
    expect(buttons[0]).to_be_visible()
    room = card.bounding_box()
    for button in buttons:
        box = button.bounding_box()
        assert box["x"] + box["width"] <= room["x"] + room["width"]
        words = button.locator("[data-again]")
        line = words.evaluate("(each) => parseFloat(getComputedStyle(each).lineHeight)")
        assert words.bounding_box()["height"] < line * (len(words.inner_text().split()) + .5)
    assert phone.too_wide() is None

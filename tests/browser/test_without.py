"""Without a mouse, and without JavaScript."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from intake.cases.uploads.actions import review
from tests.builders import PDF, a_document, an_upload

LIMIT = 100 * 1024


@pytest.fixture
def document(firm, matter):
    """What the client is asked for."""
    return a_document(firm, matter, name="Passport", instructions="Open it at the photo.")


def _tab_to(page, name):
    """Press Tab until the element with this accessible name has the focus, and check that it shows that."""
    for _ in range(40):
        page.keyboard.press("Tab")
        said, outline = page.evaluate("""() => {
            const each = document.activeElement;
            const shown = each.closest("label") || each;
            const style = getComputedStyle(shown);
            const outline = style.outlineStyle !== "none" && style.outlineWidth;
            return [shown.textContent.replace(/\\s+/g, " ").trim(), outline];
        }""")
        if said == name:
            assert outline == "3px"
            return
    raise AssertionError(f"no Tab leads to {name}")


def test_with_the_keyboard_alone(phone, document, link, tmp_path):
    file = Path(tmp_path / "passport.pdf")
    file.write_bytes(PDF)
    page = phone.open(f"{link.url}/documents")
    page.on("filechooser", lambda _: None)  # registered now, because it takes the browser a while

    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    _tab_to(page, "How to do it: Passport")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Open it at the photo.")).to_be_visible()
    _tab_to(page, "Choose files: Passport")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(file)
    phone.said("passport.pdf was handed in.")
    _tab_to(page, "Remove passport.pdf")
    page.keyboard.press("Space")
    _tab_to(page, "Yes, remove it passport.pdf")
    page.keyboard.press("Enter")

    phone.said("passport.pdf was removed.")
    expect(page.locator(".item > * > summary")).to_be_focused()
    phone.sees(document, "needed")


def test_focus_stays_where_it_is_when_the_page_changes_by_itself(phone, firm, document, link, put):
    upload = an_upload(firm, put, document)
    page = phone.open(f"{link.url}/documents")
    page.locator(".item > * > summary").click()
    page.locator(".removal summary").click()
    page.locator(".item > * > summary").focus()
    _tab_to(page, "How to do it: Passport")
    page.keyboard.press("Enter")

    upload.change(scan_status="clean")

    phone.sees(document, "received")
    expect(page.locator(".help summary")).to_be_focused()
    expect(page.get_by_text("Open it at the photo.")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, remove it")).to_be_visible()


def test_file_that_is_turned_down_is_read_out(phone, firm, document, link, put):
    upload = an_upload(firm, put, document)
    phone.open(f"{link.url}/documents")
    phone.sees(document, "checking")

    upload.change(scan_status="clean")
    review(firm, upload.id, "rejected", "The date cannot be read.")

    phone.sees(document, "rejected")
    phone.said("Passport: Please send again")


def test_without_javascript_pages_are_readable_and_files_can_be_removed(phone_of, firm, document, link, put):
    an_upload(firm, put, document, filename="old.pdf")
    phone = phone_of(java_script_enabled=False)
    page = phone.open(f"{link.url}/documents")

    expect(page.get_by_text("to hand in files your browser needs JavaScript")).to_be_visible()
    expect(page.get_by_text("Choose files")).to_be_hidden()
    page.locator(".item > * > summary").click()
    page.locator(".help summary").click()
    expect(page.get_by_text("Open it at the photo.")).to_be_visible()
    phone.keep("without-javascript")
    page.locator(".removal summary").click()
    page.get_by_role("button", name="Yes, remove it old.pdf").click()

    phone.sees(document, "needed")


def test_the_whole_page_is_small(phone, firm, matter, link, put):
    for number in range(15):
        document = a_document(
            firm, matter, name=f"Document {number}", description="Why. " * 30, category=f"{number % 4}",
            instructions="How to do it.\n" * 20, accepted_types=["application/pdf", "image/*"])
        if number % 3 == 0:
            an_upload(firm, put, document)
    sizes, answers = {}, []
    phone.page.on("response", lambda answer: answers.append(answer))
    page = phone.open(f"{link.url}/documents")
    page.wait_for_load_state("networkidle")
    sizes = {answer.url: len(answer.body()) for answer in answers}

    assert len([url for url in sizes if "/static/" in url]) >= 5
    assert sum(sizes.values()) < LIMIT, sizes

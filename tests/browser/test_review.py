"""Review in a browser: by keyboard, on a phone, in both languages and themes."""

import pytest
from playwright.sync_api import expect

from intake.cases.previews.jobs import render_preview
from intake.cases.uploads.jobs import process
from tests.builders import a_document, a_matter, an_upload
from tests.stand_ins.pdfs import pdf

from .desk import DESKTOP


@pytest.fixture
def files(firm, put):
    """Three files that wait, the first one with its pages."""
    matter = a_matter(firm, title="Silva divorce")
    uploads = [an_upload(firm, put, a_document(firm, matter, name=name), pdf(3))
               for name in ("Passport", "Tax return 2025", "Lease")]
    for upload in uploads:
        process(upload.id)
    for _ in range(2):
        render_preview(uploads[0].id)
    return uploads


def test_files_are_reviewed_by_keyboard_alone(desk_of, files):
    page = desk_of(**DESKTOP).open("/review")
    expect(page.locator("#name")).to_have_text("Passport")
    page.keyboard.press("a")
    expect(page.locator("#name")).to_have_text("Tax return 2025")
    page.keyboard.press("j")
    expect(page.locator("#name")).to_have_text("Lease")
    page.keyboard.press("k")
    expect(page.locator("#name")).to_have_text("Tax return 2025")
    page.keyboard.press("r")
    page.keyboard.type("The second page is cut off.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#name")).to_have_text("Lease")
    expect(page.locator(".toast")).to_contain_text("Rejected")
    page.keyboard.press("z")
    expect(page.locator("#name")).to_have_text("Tax return 2025")
    expect(page.locator(".toast")).to_contain_text("Taken back")


def test_key_opens_the_matter(desk_of, files):
    page = desk_of(**DESKTOP).open("/review")
    page.keyboard.press("m")

    expect(page.locator("h1")).to_have_text("Silva divorce")


def test_pages_of_the_file_are_shown(desk_of, files):
    page = desk_of(**DESKTOP).open("/review")

    expect(page.locator(".viewer img")).to_have_count(3)
    assert page.locator(".viewer img").first.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


@pytest.mark.parametrize(("language", "scheme", "options"), [
    ("en", "light", DESKTOP), ("es", "dark", DESKTOP), ("en", "dark", {}), ("es", "light", {}),
], ids=["desk", "desk-es-dark", "phone-dark", "phone-es"])
def test_it_is_accessible(desk_of, files, language, scheme, options):
    desk = desk_of(language, color_scheme=scheme, **options)
    desk.open("/review")
    found = desk.barriers()
    desk.keep(f"review-list-{language}-{scheme}-{'desk' if options else 'phone'}")
    page = desk.open(f"/review?file={files[0].id}")
    found += desk.barriers() + ([] if options else desk.too_small())
    desk.keep(f"review-{language}-{scheme}-{'desk' if options else 'phone'}")
    page.locator(".reject summary").click()
    found += desk.barriers()

    assert found == []


def test_without_a_file_it_is_accessible(desk_of):
    desk = desk_of()
    desk.open("/review")
    desk.keep("review-empty")

    assert desk.barriers() == []

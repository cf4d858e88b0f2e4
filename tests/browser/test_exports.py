"""An export, its offline pages, and closing the firm."""

import zipfile

import pytest
from playwright.sync_api import expect

from intake.records.closing.models import Closing
from intake.records.exports.jobs import make_export
from intake.records.exports.models import Export
from tests.builders import a_client, a_communication, a_deadline, a_document, a_matter, an_upload


def keep(desk, page, name):
    """Keep a screenshot of a page with those of the desk."""
    desk.page, own = page, desk.page
    desk.keep(name)
    desk.page = own


@pytest.fixture
def desk(desk_of):
    return desk_of("en", "admin")


def test_from_asking_to_the_offline_pages_and_to_leaving(desk, firm, put, tmp_path):
    client = a_client(firm, first_name="Ana", last_name="Silva", email="ana@example.com")
    matter = a_matter(firm, title="Silva divorce", client_id=client.id)
    an_upload(firm, put, a_document(firm, matter, name="Passport"), filename="scan 1.pdf")
    a_deadline(firm, matter)
    a_communication(firm, matter, message="Please upload the passport.")
    a_matter(firm, title="Okafor estate", client_id=a_client(firm, first_name="Ngozi", last_name="Okafor").id)

    page = desk.open(f"/clients/{client.id}")
    page.locator("main .more summary").press("Enter")
    page.get_by_role("button", name="Export this client").press("Enter")
    expect(page.get_by_text("The export is being made.")).to_be_visible()
    make_export(firm.id, Export.of(firm).get().id)
    page.get_by_role("button", name="Export the firm").press("Enter")
    expect(page.locator("#reports-made progress").first).to_be_visible()
    for export in Export.of(firm).where(Export.status == "pending"):
        make_export(firm.id, export.id)  # the page notices by itself
    expect(page.get_by_role("link", name="Download")).to_have_count(2, timeout=60_000)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").first.press("Enter")
    assert download.value.suggested_filename.endswith(".zip")
    download.value.save_as(tmp_path / "export.zip")

    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        archive.extractall(tmp_path / "export")
    offline = page.context.new_page()
    offline.goto((tmp_path / "export" / "index.html").as_uri())
    offline.get_by_label("Search").fill("silvá")
    expect(offline.get_by_role("link", name="Okafor estate")).to_be_hidden()
    keep(desk, offline, "export-index")
    offline.get_by_role("link", name="Silva divorce").press("Enter")
    expect(offline.get_by_role("link", name="Passport")).to_be_visible()
    keep(desk, offline, "export-matter")
    offline.close()

    for name, path in (("records", "/settings/records"), ("close", "/settings/records/close")):
        desk.open(path)
        assert desk.problems(name) == []

    page.get_by_label("The firm’s name").fill("Another firm")
    page.get_by_label("Your password").fill("correct horse battery")
    page.get_by_role("button", name="Close the firm").press("Enter")
    expect(page.get_by_text("This is not the firm’s name.")).to_be_visible()
    page.get_by_label("The firm’s name").fill(firm.name)
    page.get_by_label("Your password").fill("correct horse battery")
    page.get_by_role("button", name="Close the firm").press("Enter")
    expect(page.get_by_role("heading", name="Everything is erased on")).to_be_visible()
    assert desk.problems("closing") == []
    page.get_by_role("button", name="Cancel the closing").press("Enter")
    expect(page.get_by_text("The firm goes on as before.")).to_be_visible()
    assert Closing.current(firm) is None

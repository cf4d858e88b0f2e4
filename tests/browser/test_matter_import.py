"""Importing matters in a browser, by keyboard."""

import re

from playwright.sync_api import expect

from intake.console.matter_import.jobs import open_imported_matters
from intake.console.matter_import.models import MatterImport

LONG = "Estate of Bartholomew Featherstonehaugh-Cholmondeley and of his three brothers, contested"
FILE = {"name": "matters.csv", "mimeType": "text/csv", "buffer": f"""Title,Practice area,First name,Last name,Docket
"{LONG}",Estate planning,محمد,الأحمد,1
Silva v. Acme,Maritime,Ana,Silva,2
Silva v. Bell,Maritime,Ana,Silva,3
""".encode()}


def test_rows_are_corrected_and_opened_by_keyboard(desk_of, firm):
    desk = desk_of("es", "attorney")
    page, found = desk.open("/matters/import"), []

    def look(name):
        found.extend(desk.problems(f"matter-import-{name}"))

    look("file")
    page.locator("#file").set_input_files(FILE)
    page.get_by_role("button", name="Verificar el archivo").press("Enter")
    expect(page.locator("tbody .wrong")).to_have_count(2)
    page.locator(".importing summary").press("Enter")
    look("rows")
    page.get_by_role("button", name="Abrir 1 asunto").press("Enter")
    expect(page.locator("progress")).to_be_visible()
    look("opening")
    [begun] = MatterImport.newest(firm)
    open_imported_matters(firm.id, begun.id)  # the page notices by itself
    expect(page.get_by_role("link", name=LONG)).to_be_visible(timeout=60_000)
    rest = page.locator("#rest")
    rest.fill(rest.input_value().replace("Maritime", "Business"))
    page.locator("button[value=check]").press("Enter")
    expect(page.locator("tbody .wrong")).to_have_count(0)
    page.locator("button[value=open]").press("Enter")
    expect(page.locator("progress")).to_be_visible()
    open_imported_matters(firm.id, begun.id)
    expect(page.get_by_role("link", name="Silva v. Acme")).to_be_visible(timeout=60_000)
    look("opened")
    page.get_by_role("link", name="Silva v. Acme").click()
    expect(page).to_have_url(re.compile("/matters/mat_"))
    page.go_back()
    expect(page.get_by_role("link", name="Silva v. Acme")).to_be_visible()
    assert found == []

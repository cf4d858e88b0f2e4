"""Erasing a client in the browser: the preview, the second person, the name, the certificate."""

import pytest
from playwright.sync_api import expect

from intake.accounts.firms.actions import change_settings
from intake.listeners import TASKS
from intake.records.erasures.models import Erasure
from tests.builders import a_client, a_communication, a_document, a_matter


@pytest.fixture
def client(firm):
    """A client with a matter, of a firm where two people have to confirm erasures."""
    change_settings(firm, settings={"two_people_erase_clients": True})
    client = a_client(firm, first_name="Ana", last_name="Silva")
    matter = a_matter(firm, client_id=client.id, title="Silva, divorce")
    a_document(firm, matter, name="Passport")
    a_communication(firm, matter)
    return client


def test_a_client_is_erased_by_two_people(desk_of, firm, site, client):
    asking, found = desk_of("es", "admin"), {}
    page = asking.open(f"/clients/{client.id}")
    page.get_by_text("Más…").click()
    page.get_by_role("link", name="Borrar definitivamente").click()
    found["new"] = asking.problems("erasure-new")
    page.get_by_label("¿Por qué se borra?").fill("La clienta lo pidió.")
    page.get_by_role("button", name="Continuar").click()
    expect(page.get_by_text("Otro administrador debe abrir esta página")).to_be_visible()
    found["waiting"] = asking.problems("erasure-waiting")

    confirming = desk_of("en", "admin")
    page = confirming.open("/settings/records/erasures")
    found["list"] = confirming.problems("erasures")
    page.get_by_role("link", name="Client: Ana Silva").click()
    page.get_by_label("To confirm, type its name").fill("Ana Sliva")
    page.keyboard.press("Enter")
    expect(page.get_by_text("That is not its name.")).to_be_visible()
    found["wrong"] = confirming.problems("erasure-confirm")
    page.get_by_label("To confirm, type its name").fill("Ana Silva")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Being erased")).to_be_visible()
    [erasure] = Erasure.of(firm)
    TASKS["erase"].function(firm.id, erasure.id)
    expect(page.get_by_role("heading", name="Certificate of erasure")).to_be_visible(timeout=60_000)
    found["done"] = confirming.problems("erasure-done")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as PDF").click()
    assert download.value.suggested_filename == f"{erasure.id}.pdf"
    page.goto(f"{site.url}/clients/{client.id}")
    expect(page.get_by_text("There is nothing here")).to_be_visible()
    assert "Silva" not in asking.open(f"/settings/records/erasures/{erasure.id}").content()
    assert not [(name, violations) for name, violations in found.items() if violations]

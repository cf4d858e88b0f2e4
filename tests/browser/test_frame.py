"""The frame in a browser: the search by keyboard, menus, and the notifications."""

import pytest
from playwright.sync_api import expect

from intake.core.db import db
from intake.messaging.notifications import states
from intake.messaging.notifications.actions import record_notification
from tests.builders import a_client, a_document, a_matter

from .desk import DESKTOP


@pytest.fixture
def matter(firm):
    """A matter with a client, a document request, and notifications about it."""
    client = a_client(firm, email="ana@example.com", phone="+15185550142")
    matter = a_matter(firm, client_id=client.id, title="Silva divorce")
    document = a_document(firm, matter, name="Silva's passport")
    with db.atomic():
        record_notification(firm.id, states.DOCUMENT_UPLOADED, "one",
                            {"matter_id": matter.id, "document_id": document.id}, matter=matter, document=document)
        record_notification(firm.id, states.INTAKE_COMPLETED, "two", {"matter_id": matter.id}, matter=matter)
    return matter


def test_everything_is_found_by_keyboard(desk_of, matter):
    desk = desk_of(role="admin", **DESKTOP)
    page = desk.open("/review")
    page.keyboard.press("/")
    expect(page.locator("#find-words")).to_be_focused()
    page.keyboard.type("silva")
    expect(page.locator("#find .found a")).to_have_count(3)
    desk.keep("find-en-light-desk", whole=False)
    assert desk.barriers() == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#find .found a").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#find")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(page.locator("#find .found a")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Silva divorce")

    page.locator(".bell").click()
    expect(page.locator(".feed a")).to_have_count(2)
    desk.keep("notifications-en-light-desk")
    assert desk.barriers() == []
    page.locator(".feed a").last.click()
    expect(page.locator("h1")).to_have_text("Silva divorce")
    expect(page.locator(".bell .count")).to_contain_text("1")


def test_phone_has_a_bar_and_menus(desk_of, matter):
    desk = desk_of("es", role="admin", color_scheme="dark")
    page = desk.open("/notifications")
    desk.keep("notifications-es-dark-phone")
    found = desk.barriers() + desk.too_small()
    page.locator(".tools summary").click()
    desk.keep("menu-es-dark-phone", whole=False)
    found += desk.barriers() + desk.too_small()
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Notifications")
    page.locator("[data-find]").click()
    page.keyboard.type("silva")
    expect(page.locator("#find .found a")).to_have_count(3)
    desk.keep("find-en-dark-phone", whole=False)
    found += desk.barriers() + desk.too_small()
    page.locator("#find .found a").nth(1).click()
    expect(page.locator("h1")).to_have_text("Ana Silva")

    assert found == []


def test_styleguide_is_accessible(desk_of):
    for language, scheme, options in (("en", "light", DESKTOP), ("es", "dark", {})):
        desk = desk_of(language, color_scheme=scheme, **options)
        desk.open("/styleguide")
        desk.keep(f"styleguide-{scheme}")
        assert desk.barriers() == []

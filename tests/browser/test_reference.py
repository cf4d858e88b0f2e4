"""The reference in a browser: its search, old addresses, copy buttons, small screens, accessibility."""

import re

from playwright.sync_api import expect


def test_pages_fit_and_have_no_barriers(phone_of):
    phone = phone_of("en")
    for path in ("/docs", "/docs/api/deadlines", "/docs/webhooks"):
        phone.open(path)
        assert phone.problems(f"docs{path.rpartition('/')[2]}", touched=False) == [], path
        phone.page.set_viewport_size({"width": 320, "height": 700})
        assert phone.too_wide() is None, path
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.page.evaluate("document.documentElement.scrollWidth") == 320, path


def test_whole_reference_is_searched_by_keyboard_and_old_addresses_lead_on(phone_of):
    phone = phone_of("en", viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    page = phone.open("/docs/webhooks")
    phone.keep("docs-guide-1280", whole=False)
    page.keyboard.press("/")
    page.keyboard.type("Redirect_URIs public")

    expect(page.get_by_role("status")).to_have_text(re.compile(r"^[1-9] places$"))
    expect(page.locator("#results a[href='/docs/api/oauth#oauth_clients_create']")).to_be_visible()
    expect(page.locator("#places")).to_be_hidden()
    assert phone.violations("#contents") == []
    phone.keep("docs-search-1280", whole=False)
    page.keyboard.press("Escape")
    expect(page.locator("#places")).to_be_visible()

    page.keyboard.type("open matter")
    page.locator("#results a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/api/matters#matters_create")
    expect(page.locator("nav [aria-current=page]")).to_have_text("Matters")

    sample = page.locator("#matters_create pre").first
    page.locator("#matters_create").get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == sample.text_content()
    phone.keep("docs-feature-1280", whole=False)

    phone.open("/docs#clients_create")
    page.wait_for_url("**/docs/api/clients#clients_create")
    expect(page.locator("#clients_create")).to_be_in_viewport()
    phone.open("/docs#matters")
    page.wait_for_url("**/docs/api/matters")

    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    phone.open("/docs")
    phone.keep("docs-390-dark")
    page.get_by_role("link", name="Contents").click()
    page.get_by_label("Search").fill("idempotency")
    page.locator("#results a").first.wait_for()
    phone.keep("docs-search-390-dark", whole=False)
    page.locator("#results a[href='/docs#idempotency']").click()
    expect(page.locator("#contents")).to_be_hidden()
    expect(page.locator("#idempotency")).to_be_in_viewport()

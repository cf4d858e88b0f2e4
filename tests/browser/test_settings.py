"""The settings in a browser."""

import pytest
from playwright.sync_api import expect

from intake.accounts.sessions import actions as sessions
from intake.accounts.users.actions import invite
from tests.builders import a_caller, a_matter, a_user

from .desk import DESKTOP


@pytest.fixture
def ana(firm):
    """A colleague with a matter, who is signed in; beside one with a very long address, and an invitation."""
    ana = a_user(firm)
    ana.change(first_name="Ana", last_name="Featherstonehaugh")
    sessions.begin(ana, "Mozilla/5.0 (iPhone) Safari", "203.0.113.9")
    a_matter(firm, assigned_attorney=ana.id)
    a_user(firm, "staff", f"{firm.slug}{'a' * 30}@{'b' * 60}.example")
    invite(a_caller(firm), "new.colleague@example.com", "paralegal")
    return ana


@pytest.mark.parametrize(("language", "scheme", "options"), [("en", "light", DESKTOP), ("es", "dark", {})],
                         ids=["desk", "phone-es-dark"])
def test_pages_are_accessible(desk_of, ana, language, scheme, options):
    desk, found = desk_of(language, role="admin", color_scheme=scheme, **options), {}
    for name, path in (("overview", "/settings"), ("people", "/settings/people"), ("invite", "/settings/people/invite"),
                       ("person", f"/settings/people/{ana.id}")):
        desk.open(path)
        desk.keep(f"settings-{name}-{language}-{scheme}")
        found[name] = desk.barriers() + ([] if options else desk.too_small())

    assert found == {name: [] for name in found}
    page = desk.page
    page.locator("#access form button").click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("#access")).to_be_visible()

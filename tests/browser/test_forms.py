"""What all forms of the console have in common: errors, Back and reload, and what was typed and not sent."""

import pytest
from playwright.sync_api import expect

from intake.accounts.sessions import actions as sessions
from intake.accounts.sessions.passwords.actions import assign
from intake.accounts.users.models import User
from intake.cases.documents.models import DocumentRequest
from intake.core.crypto import vault
from intake.integrations.connections.models import Integration
from tests.builders import a_client, a_matter, a_note

from .desk import DESKTOP

NEW = "/settings/records/retention/new?kind=matters"
PASSWORD = "correct horse battery"


def test_the_first_field_with_an_error_gets_the_focus(desk_of):
    page = desk_of(role="admin", **DESKTOP).open(NEW)
    page.get_by_label("Name of the schedule").fill(" ")
    page.get_by_label("Age of majority").fill("5")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[aria-invalid=true]")).to_have_count(2)
    expect(page.get_by_label("Name of the schedule")).to_be_focused()

    page.goto("/settings/developers")
    page.get_by_text("Make a key").click()
    page.get_by_label("Name", exact=True).fill("Website")
    page.get_by_role("button", name="Make the key").click()
    expect(page.get_by_text("Choose at least one that you hold yourself.")).to_be_visible()
    expect(page.locator(".scopes input").first).to_be_focused()


def test_back_and_reload_open_a_form_with_errors_and_what_was_typed(desk_of):
    page = desk_of(role="admin", **DESKTOP).open(NEW)
    name, years = page.get_by_label("Name of the schedule"), page.get_by_label("Years after closing")
    name.fill("Closed")
    years.fill("no")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a number of years from 1 to 100, or nothing.")).to_be_visible()
    page.wait_for_load_state()  # the page's scripts have run
    page.get_by_label("Originals").fill("will, deed")
    page.reload()
    expect(name).to_have_value("Closed")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("heading", name="Retention", exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_text("You had not saved this yet.")).to_be_visible()
    expect(page.get_by_label("Originals")).to_have_value("will, deed")

    years.fill("7")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_be_visible()
    page.wait_for_load_state()  # the page's scripts have run
    assert page.evaluate("sessionStorage.length") == 0
    page.goto(NEW)
    expect(name).to_have_value("")


def test_form_that_is_sent_again_after_back_has_one_effect(desk_of, firm):
    matter = a_matter(firm)
    page = desk_of(role="admin", **DESKTOP).open(f"/matters/{matter.id}/documents/new")
    for name in ("Passport", "Passport", "Lease"):
        page.get_by_label("Names, one per line").fill(name)
        page.get_by_role("button", name="Request", exact=True).click()
        expect(page.locator(".toast")).to_be_visible()
        page.go_back()
    assert sorted(each.name for each in DocumentRequest.of(firm)) == ["Lease", "Passport"]


def test_saving_one_of_two_forms_keeps_what_was_typed_into_the_other(desk_of):
    desk = desk_of(role="admin", **DESKTOP)
    desk.listen()
    page = desk.open("/settings/firm")
    page.get_by_label("City").fill("Albany")
    page.get_by_label("Office hours").fill("Monday to Friday")
    button = page.get_by_role("button", name="Save the profile")
    button.click()
    expect(page.locator(".toast")).to_be_in_viewport(ratio=1)
    expect(button).to_be_focused()
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Office hours")).to_have_value("Monday to Friday")
    desk.heard("Saved. | You had not saved this yet.")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Office hours")).to_have_value("")
    expect(page.get_by_label("City")).to_have_value("Albany")
    assert page.evaluate("sessionStorage.length") == 0


def test_focus_stays_in_a_list_whose_buttons_are_folded_away(desk_of, firm):
    matter = a_matter(firm)
    for text in ("First", "Second"):
        a_note(firm, matter, text=text)
    page = desk_of(role="admin", **DESKTOP).open(f"/matters/{matter.id}/notes")
    notes = page.locator(".checklist > li")
    page.get_by_role("link", name="Edit").last.press("Enter")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    page.wait_for_load_state()  # the page's scripts have run
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(notes.nth(1).get_by_role("link", name="Edit")).to_be_focused()
    notes.nth(0).get_by_text("Delete …").press("Enter")
    notes.nth(0).get_by_role("button", name="Delete").press("Enter")
    expect(notes).to_have_count(1)
    expect(notes.get_by_role("link", name="Edit")).to_be_focused()


def test_secrets_are_not_kept(desk_of, firm):
    Integration.ensure(firm, "lawmatics")
    Integration.for_platform(firm, "lawmatics").change(is_active=True, access_token=vault.seal("token"))
    desk = desk_of(role="admin")
    page = desk.open("/settings/integrations/lawmatics")
    assert desk.too_wide() is None, "the address of the webhook is broken into lines"
    page.get_by_label("Secret", exact=True).fill("whsec_of-lawmatics")
    assert page.evaluate("sessionStorage.length") == 0


def test_a_form_whose_answer_is_not_a_redirect_is_not_kept(desk_of):
    page = desk_of(role="admin", **DESKTOP).open("/settings/developers")
    page.get_by_text("Make a key").click()
    page.get_by_label("Name", exact=True).fill("Website")
    page.locator(".scopes input").first.check()
    page.get_by_role("button", name="Make the key").click()
    expect(page.get_by_role("status").first).to_contain_text("It is shown this once.")
    expect(page.get_by_text("You had not saved this yet.")).to_have_count(0)

    page.wait_for_load_state()
    page.goto("/settings/developers/webhooks")
    page.get_by_text("Add an endpoint").click()
    page.get_by_label("Address").fill("https://example.com/hook")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("It is shown this once.")
    page.wait_for_load_state()  # the page's scripts have run
    assert page.evaluate("sessionStorage.length") == 0


@pytest.mark.parametrize("sends_again", [True, False])
def test_what_was_sent_after_the_session_had_ended_is_kept_until_it_is_sent(desk_of, firm, site, sends_again):
    desk = desk_of(role="admin", **DESKTOP)
    page = desk.open(NEW)
    user = User.of(firm).get()
    assign(user, PASSWORD)
    page.get_by_label("Name of the schedule").fill("Closed")
    page.get_by_label("Years after closing").fill("7")
    desk.context.clear_cookies(name="intake_session")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Your session is over")).to_be_visible()
    if sends_again:
        token = sessions.begin(user)  # as in another tab
        desk.context.add_cookies([{"name": "intake_session", "value": token, "url": site.url}])
        page.get_by_role("button", name="Send it again").click()
        expect(page.locator(".toast")).to_be_visible()
        page.wait_for_load_state()  # the page's scripts have run
    else:
        page.goto(f"/login?next={NEW}")
        page.get_by_label("E-mail").fill(user.email)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("You had not saved this yet.")).to_be_visible()
    page.goto(NEW)
    expect(page.get_by_label("Years after closing")).to_have_value("" if sends_again else "7")


def test_a_notice_below_the_fold_is_scrolled_to(desk_of, firm):
    for number in range(9):
        a_client(firm, first_name="Rosa", last_name="Delgado", email=f"rosa{number}@example.com")
    page = desk_of(role="admin").open("/conflicts")
    page.get_by_label("Who is involved?").fill("Rosa Delgado")
    page.locator(".search button").first.click()
    expect(page.get_by_role("button", name="Record the decision")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    for each in (other, page):
        each.get_by_label("No conflict").check()
        each.get_by_role("button", name="Record the decision").click()
    expect(page.get_by_role("alert")).to_contain_text("This check is already decided.")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)

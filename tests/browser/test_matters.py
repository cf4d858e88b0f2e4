"""The matters and the page of one in a browser: on a desktop and on a phone, in both languages and themes."""

from datetime import date

import pytest
from playwright.sync_api import expect

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.notes.models import MatterNote
from intake.cases.templates.actions import apply
from intake.cases.uploads.actions import review
from tests.builders import (
    ANSWERS,
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_note,
    a_template,
    a_user,
    an_intake_link,
    an_upload,
)

from .desk import DESKTOP

LONG = "Estate of Bartholomew Featherstonehaugh-Cholmondeley and of his three brothers, contested"


@pytest.fixture
def matter(firm, put):
    """A matter with content in every tab."""
    lawyer = a_user(firm, first_name="Grace", last_name="Lin")
    client = a_client(firm, email="ana.silva.de.souza@example.com", phone="+15185550142")
    matter = a_matter(firm, title="Silva divorce", client_id=client.id, assigned_attorney=lawyer.id)
    passport = a_document(firm, matter, name="Passport", category="Identity")
    review(firm, an_upload(firm, put, passport, filename="scan-with-a-rather-long-name-0001.pdf").id, "rejected",
           "Page 2 is cut off.")
    an_upload(firm, put, passport)
    a_document(firm, matter, name="Tax return 2025", required=False)
    review(firm, an_upload(firm, put, a_document(firm, matter, name="Lease")).id, "approved")
    an_intake_link(firm, matter)
    apply(firm, matter.id, a_template(firm).id)
    save(ensure_form(Matter.fetch(firm, matter.id)), ANSWERS, {})
    a_communication(firm, matter, message="Please call us.\nWe are open until 5.", channel="email", subject="Hello")
    a_communication(firm, matter, message="I will.", direction="inbound")
    a_note(firm, matter, kind="call", text="Called her;\nshe sends it on Friday.")
    a_deadline(firm, matter, title="Hearing", due_date=date(2099, 3, 1), type="hearing")
    a_deadline(firm, matter, title="Answer", due_date=date(2020, 1, 1))
    return matter


@pytest.fixture
def some_matters(firm, matter):
    """Some more matters besides that one, on one page."""
    _fill_list(firm, matter, 5)


@pytest.fixture
def matters(firm, matter):
    """More matters than a page holds."""
    _fill_list(firm, matter, 55)


def _fill_list(firm, matter, count):
    for number in range(count):
        a_matter(firm, title=f"Matter of {number}", client_id=a_client(firm).id if number % 3 else None)
    for title, status in ((LONG, "active"), ("قضية عائلة الخوري", "active"), ("Old case", "closed")):
        each = a_matter(firm, title=title, practice_area="estate_planning")
        if status != "active":
            update(firm, each.id, status=status)
    update(firm, matter.id, description="The newest change.")
    a_deadline(firm, a_matter(firm, title="Torres lease"), due_date=date(2020, 1, 1))


def test_list_is_accessible(desk_of, some_matters):
    desk = desk_of("es", "attorney")
    page = desk.open("/matters")
    assert desk.problems("matters") == []
    for place in ("/matters", "/matters?status=all"):  # which has a further column
        page = desk.open(place)
        for width in (900, 960, 1024, 1150, 1210, 1280):  # tablets, laptops with enlarged pages, and desktops
            page.set_viewport_size({"width": width, "height": 800})
            assert (place, width, desk.too_wide()) == (place, width, None)
    assert page.evaluate("""() => {
        const arrow = document.querySelector("[aria-sort] [aria-hidden]"), title = document.createRange();
        title.selectNode(arrow.previousSibling);
        return arrow.getBoundingClientRect().left - [...title.getClientRects()].at(-1).right;
    }""") < 8, "the arrow is beside the last word"


def test_it_is_searched_sorted_and_paged(desk_of, matters):
    page = desk_of(role="attorney", **DESKTOP).open("/matters")
    first = page.locator("tbody th").first
    expect(first).to_have_text("Torres lease")
    page.get_by_role("link", name="Matter", exact=True).click()
    expect(first).to_contain_text("Estate of")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator(".paging")).to_contain_text("Page 2 of 2")
    page.get_by_label("Title or client").fill("silva div")
    page.keyboard.press("Enter")
    expect(page.locator("tbody th")).to_have_count(1)
    first.get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("Silva divorce")
    page.go_back()
    expect(page.get_by_label("Title or client")).to_have_value("silva div")


def test_what_is_done_to_the_selected_ones_is_in_reach_of_the_last(desk_of, matters):
    page = desk_of(role="attorney", **DESKTOP).open("/matters")
    page.locator(".pick input").last.check()
    page.mouse.wheel(0, 5000)
    assign = page.get_by_role("button", name="Assign")
    expect(assign).to_be_in_viewport(ratio=1)
    tops = []
    for _ in range(50):
        page.keyboard.press("Shift+Tab")
        tops.append(page.evaluate("document.activeElement.getBoundingClientRect().top"))
    assert min(tops) > assign.bounding_box()["y"] + assign.bounding_box()["height"]  # none is covered


def test_a_range_is_selected_with_shift_and_counted(desk_of, matters):
    page = desk_of("es", "attorney", **DESKTOP).open("/matters")
    rows, said = page.locator("tbody .pick input"), page.locator("[data-picked]")
    rows.nth(4).check()
    expect(said).to_have_text("1 seleccionado")
    rows.nth(1).click(modifiers=["Shift"])
    expect(said).to_have_text("4 seleccionados")
    rows.nth(3).click()
    rows.nth(2).click(modifiers=["Shift"])
    expect(said).to_have_text("2 seleccionados")
    page.get_by_role("link", name="Clientes", exact=True).click()
    page.go_back()
    expect(said).to_have_text("2 seleccionados")
    page.locator("[data-picks]").check()
    expect(said).to_have_text(f"{rows.count()} seleccionados")
    page.locator("[data-picks]").uncheck()
    expect(said).to_have_text("")


def test_tabs_are_accessible(desk_of, matter):
    desk, found, note = desk_of("es", "admin"), {}, MatterNote.of(matter).get()
    for tab in ("", "answers", "messages", "notes", f"notes?edit={note.id}", "deadlines", "activity", "edit",
                "documents/new"):
        page = desk.open(f"/matters/{matter.id}/{tab}")
        for summary in page.locator("main summary:visible").all():
            summary.click()
        found[tab] = desk.problems(f"matter-{tab.partition('=')[0].replace('/', '-') or 'documents'}")

    assert found == {tab: [] for tab in found}


def test_link_is_copied(desk_of, firm, matter):
    desk = desk_of(role="paralegal")
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desk.open(f"/matters/{matter.id}")
    page.get_by_role("button", name="Show link").click()
    expect(page.get_by_label("The client's link.")).to_be_focused()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    desk.keep("matter-link-shown")

    assert page.evaluate("navigator.clipboard.readText()") == Matter.fetch(firm, matter.id).link_url
    assert desk.violations() + desk.too_small() == []


def test_a_text_that_is_too_long_is_not_cut_off(desk_of, firm, matter):
    page = desk_of(role="attorney").open(f"/matters/{matter.id}/edit")
    field = page.get_by_label("Description")
    field.focus()
    page.keyboard.insert_text("Longer. " * 1300)
    page.get_by_role("button", name="Save").click()

    assert field.evaluate("field => [field.value.length, field.validationMessage]") == [
        10400, "This is too long. Characters to be left out: 400."]
    field.evaluate("field => field.setSelectionRange(10000, 10400)")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved.")
    assert len(Matter.fetch(firm, matter.id).description) > 9_900


def test_matter_is_worked_on_by_keyboard_alone(desk_of, firm, matter, mailbox):
    page = desk_of(role="attorney", **DESKTOP).open(f"/matters/{matter.id}")
    page.get_by_role("link", name="Request documents").press("Enter")
    page.get_by_label("Name").press_sequentially("Birth certificate")
    page.get_by_role("button", name="Request", exact=True).press("Enter")
    expect(page.locator(".toast")).to_contain_text("Added to the client's list.")
    expect(page.locator("#main")).to_contain_text("Birth certificate")
    page.get_by_role("button", name="Send link by e-mail").press("Enter")
    expect(page.locator(".toast")).to_contain_text("The link is sent.")
    page.get_by_role("button", name="Show link").press("Enter")
    expect(page.locator("#url")).to_have_value(Matter.fetch(firm, matter.id).link_url)
    page.locator(".tabs").get_by_role("link", name="Deadlines").press("Enter")
    page.get_by_label("Title").press_sequentially("Mediation")
    page.get_by_label("Date").fill("2098-05-01")
    page.get_by_role("button", name="Add").press("Enter")
    expect(page.locator(".checklist")).to_contain_text("Mediation")
    page.locator("main .more summary").press("Enter")
    page.get_by_role("button", name="Close matter").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("open deadlines")
    page.get_by_role("button", name="Close", exact=True).press("Enter")
    expect(page.locator(".toast")).to_contain_text("The matter is closed.")


def test_view_is_saved_and_matters_are_archived_by_keyboard_alone(desk_of, firm, some_matters):
    desk = desk_of(role="attorney", **DESKTOP)
    page = desk.open("/matters?focus=due&days=30")
    expect(page.locator("tbody th")).to_have_text(["Torres lease", "Silva divorce"])
    page.get_by_text("Save this view").press("Enter")
    page.get_by_label("Name").press_sequentially("Due this month")
    page.get_by_label("For everyone in the firm").press("Space")
    desk.keep("matters-view-saving")
    page.keyboard.press("Enter")
    expect(page.locator(".views [aria-current]")).to_have_text("Due this month")
    expect(page.locator(".views [aria-current]")).to_be_focused()
    page.set_viewport_size({"width": 320, "height": 640})
    page.reload()
    expect(page.locator(".views [aria-current]")).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size(DESKTOP["viewport"])
    copied = page.locator("table.matters").evaluate(
        "(table) => { getSelection().selectAllChildren(table); return `${getSelection()}` }")
    assert ("Torres lease" in copied, "Select" in copied) == (True, False), "what is for screen readers is not copied"
    page.get_by_role("button", name="Archive").press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Select the matters first.")
    expect(page.get_by_role("button", name="Archive")).to_be_focused()
    page.get_by_label("Select all on this page").press("Space")
    expect(page.get_by_label("Select Torres lease")).to_be_checked()
    page.get_by_label("Select Silva divorce").press("Space")
    desk.keep("matters-selected")
    page.locator("#bulk").evaluate("(form) => { form.autocomplete = 'off' }")  # forgotten, as in Firefox
    page.get_by_role("button", name="Archive").press("Enter")
    expect(page.locator("h1")).to_have_text("Archive 1 matter?")
    page.go_back()
    expect(page.get_by_label("Select Torres lease")).to_be_checked()
    expect(page.get_by_label("Select Silva divorce")).not_to_be_checked()
    page.get_by_role("button", name="Archive").press("Enter")
    expect(page.locator("h1")).to_have_text("Archive 1 matter?")
    desk.keep("matters-archive")
    assert desk.violations() == []
    page.get_by_role("button", name="Archive").press("Enter")
    expect(page.locator(".toast [role=status]")).to_have_text("Archived: 1.")
    assert desk.violations() == []
    desk.keep("matters-archived")
    page.get_by_role("link", name="Back to the list").press("Enter")
    expect(page.locator("tbody th")).to_have_text(["Silva divorce"])


def test_filters_are_beside_the_search_on_a_desk_and_behind_a_button_on_a_phone(matter, desk_of):
    desk, phone = desk_of(**DESKTOP), desk_of()
    for each in (desk, phone):
        each.open("/matters")
    expect(desk.page.get_by_label("Practice area")).to_be_visible()
    expect(desk.page.get_by_text("Filters")).to_be_hidden()
    desk.open("/matters?focus=needs_action")
    assert desk.page.get_by_label("Show only").evaluate("""(shown) => {
        const whole = shown.cloneNode();
        whole.append(shown.selectedOptions[0].cloneNode(true));
        whole.style.width = "auto";
        document.body.append(whole);
        return whole.offsetWidth <= shown.offsetWidth;
    }""")
    expect(phone.page.get_by_label("Practice area")).to_be_hidden()
    assert phone.page.get_by_role("link", name="Silva divorce").bounding_box()["y"] < 844

    phone.page.get_by_text("Filters").tap()
    phone.page.get_by_label("Practice area").select_option("family_law")
    phone.page.get_by_role("button", name="Show").tap()
    expect(phone.page.locator(".more-filters summary")).to_have_text("Filters 1")
    assert phone.violations() == []


def test_word_without_end_widens_no_page(desk_of, firm, matter):
    word = "Wolfeschlegelsteinhausenbergerdorff" * 3
    client = a_client(firm, first_name="Adolph", last_name=word)
    lead = a_lead(firm, first_name="Adolph", last_name=word)
    a_matter(firm, title=f"{word} {word}", client_id=client.id)
    desk, phone = desk_of(role="admin", **DESKTOP), desk_of(role="admin")
    desk.open("/matters")

    assert desk.too_wide() is None
    assert desk.page.get_by_role("rowheader", name=word).bounding_box()["width"] >= 150
    for place in (f"/clients/{client.id}/edit", f"/leads/{lead.id}/convert", f"/leads/{lead.id}/decline",
                  f"/settings/records/holds/new?client_id={client.id}"):
        phone.open(place)
        assert (place, phone.too_wide()) == (place, None)


def test_what_the_client_should_know_has_the_width_of_a_phone(desk_of, firm, matter):
    a_document(firm, matter, name="Deed", instructions="Ask the county clerk for it, or the recorder of deeds. " * 5)
    page = desk_of("es").open(f"/matters/{matter.id}")

    assert page.locator("p", has_text="Ask the county clerk").bounding_box()["width"] > 340

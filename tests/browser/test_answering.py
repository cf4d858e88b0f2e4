"""The form while a client fills it in: saved continuously, even over a bad connection, asking only what applies."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.intake_forms.models import IntakeForm
from intake.portal.codes.models import PortalCode
from tests.builders import a_client, a_matter, a_template, an_intake_link

from .phone import PATIENCE

FORM = "**/p/*/form/*"
CLOSED = "This page can no longer save. Press “Save and continue” to see why; what you typed is kept."


@pytest.fixture
def matter(firm):
    """A matter with a short form."""
    client = a_client(firm, first_name="Ana", email="ana@example.com")
    return a_matter(firm, client_id=client.id, intake_template_id=a_template(firm).id)


@pytest.fixture
def path_of(firm, matter):
    """Return the path of a page of the client's: `path_of("/form/1")`."""
    link = an_intake_link(firm, matter)
    return lambda page: f"/p/{link.token}{page}"


@pytest.fixture
def draft(matter):
    """Return the saved answers: `draft()`."""
    return lambda: IntakeForm.of_matter(matter).get().draft


def field(phone, id):
    return phone.page.locator(f'[name="q.{id}"]')


def state(phone, text):
    expect(phone.page.locator("#saving")).to_have_text(text)


def test_what_is_typed_is_saved_without_a_button(phone, path_of, draft):
    phone.open(path_of("/form/1"))
    field(phone, "about").fill("It rained.")
    state(phone, "Saved")
    assert draft()["about"] == "It rained."

    field(phone, "about").fill("")
    with phone.page.expect_response(lambda response: "Mar" in (response.request.post_data or "")):
        field(phone, "full_name").fill("Ana María Silva")
    phone.page.reload()
    expect(field(phone, "full_name")).to_have_value("Ana María Silva")


def test_nothing_moves_when_the_first_answer_is_saved(phone_of, firm):
    phone = phone_of("es", viewport={"width": 320, "height": 640})
    for sections in ("A", "ABC"):
        matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm, form=[
            {"id": f"why_{name}", "type": "text", "label": "Why?", "section": name} for name in sections]).id)
        heading = phone.open(f"{an_intake_link(firm, matter).url}/form/1").locator("h1")
        place = heading.bounding_box()
        field(phone, "why_A").fill("Porque sí.")
        state(phone, "Guardado")
        assert heading.bounding_box() == place


def test_a_bad_connection_loses_no_answer(phone, path_of, draft):
    late = []
    phone.open(path_of("/form/1"))
    phone.page.route(FORM, lambda route: (late.append(route.request), route.abort()))
    field(phone, "about").fill("It rained.")
    state(phone, "Not saved yet. We keep trying; please leave this page open.")
    assert draft() == {}

    field(phone, "about").fill("It rained hard.")
    phone.page.unroute(FORM)
    state(phone, "Saved")
    # What seemed lost arrives after all.
    assert phone.context.request.post(late[0].url, data=late[0].post_data, headers=late[0].headers).ok
    assert draft()["about"] == "It rained hard."


def test_what_could_not_be_saved_stays_in_the_tab(phone, path_of, draft):
    """A phone discards a page in the background and reloads it later, without telling the page why."""
    phone.page.add_init_script("performance.getEntriesByType = () => []")
    page = phone.open(path_of("/form/1"))
    page.on("dialog", lambda dialog: dialog.accept())
    page.route(FORM, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    field(phone, "about").fill("It rained.")
    state(phone, "Not saved yet. We keep trying; please leave this page open.")
    page.reload()
    expect(field(phone, "about")).to_have_value("It rained.")
    page.unroute(FORM)
    state(phone, "Saved")
    assert draft()["about"] == "It rained."

    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    field(phone, "about").fill("ñ" * 15_000)  # more than browsers accept in a request that outlives its page
    expect(page.locator("form.answers")).not_to_have_attribute("data-pending", "")
    assert draft()["about"] == "ñ" * 15_000
    phone.open(path_of("/form/1"))
    expect(field(phone, "about")).to_have_value("ñ" * 15_000)


def test_what_is_typed_before_the_scripts_arrive_is_saved(phone, path_of, draft):
    late, typed = [], []
    phone.page.route("**/*.js", lambda route: route.continue_() if typed else late.append(route))
    phone.page.goto(path_of("/form/1"), wait_until="commit")
    field(phone, "about").fill("It rained.")
    typed.append("It rained.")
    for script in late:
        script.continue_()
    state(phone, "Saved")
    assert draft()["about"] == "It rained."


def test_back_shows_what_was_saved_since(phone, path_of, draft):
    page = phone.open(path_of("/form/1"))
    field(phone, "about").fill("It rained.")
    state(phone, "Saved")
    phone.open(path_of("/form/2"))
    phone.open(path_of("/form/1"))
    field(phone, "about").fill("It snowed.")
    state(phone, "Saved")
    page.go_back()
    page.go_back()
    expect(field(phone, "about")).to_have_value("It snowed.")
    field(phone, "full_name").fill("Ana Silva")
    state(phone, "Saved")
    expect(field(phone, "about")).to_have_value("It snowed.")
    assert draft()["about"] == "It snowed."


def test_save_and_continue_without_a_connection_goes_on_later(phone, path_of):
    page = phone.open(path_of("/form/1"))
    field(phone, "full_name").fill("Ana Silva")
    page.context.set_offline(True)
    page.locator("form.answers button").first.click()
    state(phone, "You are offline. This goes on as soon as you are back.")
    expect(field(phone, "full_name")).to_have_value("Ana Silva")

    page.context.set_offline(False)
    expect(page).to_have_url(re.compile("/form/2$"))

    page.get_by_text("No", exact=True).tap()
    state(phone, "Saved")
    page.route(FORM, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Save and continue").click()  # the phone believes that it is online
    state(phone, "You are offline. This goes on as soon as you are back.")
    expect(page).to_have_url(re.compile("/form/2$"))
    expect(page.get_by_label("No", exact=True)).to_be_checked()
    page.unroute(FORM)
    expect(page).to_have_url(re.compile("/form/review$"))


def test_a_link_is_followed_once_everything_is_saved(phone, path_of, draft):
    asked = []
    page = phone.open(path_of("/form/1"))
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.context.set_offline(True)
    field(phone, "full_name").fill("Ana Silva")
    page.get_by_role("link", name="Español").tap()
    state(phone, "You are offline. This goes on as soon as you are back.")
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Guardar y continuar")).to_be_visible()
    expect(field(phone, "full_name")).to_have_value("Ana Silva")

    page.wait_for_load_state()  # the page's scripts have run
    field(phone, "about").fill("It rained.")
    page.get_by_role("link", name="Sus datos").tap()
    expect(page).to_have_url(re.compile(r"/privacy\?lang=es$"))
    assert draft()["about"] == "It rained."
    assert asked == []


def test_sending_the_answers_without_a_connection_goes_on_later(phone, path_of, matter):
    page = phone.open(path_of("/form/1"))
    field(phone, "full_name").fill("Ana Silva")
    page.get_by_role("button", name="Save and continue").click()
    page.get_by_text("No", exact=True).tap()
    page.get_by_role("button", name="Save and continue").click()
    send = page.get_by_role("button", name="Send my answers")
    expect(send).to_be_visible()
    page.wait_for_load_state()  # including its scripts
    page.context.set_offline(True)
    send.click()
    expect(page.get_by_text("You are offline. This goes on as soon as you are back.")).to_be_visible()
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile("/(documents|done)$"))


def test_page_that_cannot_save_reports_it(phone, path_of, firm, matter):
    phone.open(path_of("/form/1"))
    an_intake_link(firm, matter)  # replaces the open one
    field(phone, "about").fill("It rained.")

    state(phone, CLOSED)
    page = phone.page
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator("textarea[readonly]")).to_have_value("Ana Silva\nIt rained.")


def test_what_is_typed_before_a_code_is_asked_for_is_saved_after_it(phone, path_of, firm, draft):
    page = phone.open(path_of("/form/1"))
    firm.change(settings={"portal_code": "always"})
    field(phone, "full_name").fill("Ana Silva")
    field(phone, "about").fill("It rained.\nAll day.")
    state(phone, CLOSED)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator("h1")).to_have_text("Please confirm that it is you")
    expect(page.locator("textarea[name='q.about']")).to_be_hidden()
    assert phone.violations() == []

    with phone.context.expect_page() as opened:
        page.get_by_role("link", name="Enter a code in another tab").click()
    other = opened.value
    other.locator("button[value=email]").click()
    other.locator("#code").fill(PortalCode.of(firm).get().digits)
    other.keyboard.press("Enter")
    expect(other.locator("h1")).to_contain_text("Ana")
    page.get_by_role("button", name="Send it again").click()
    expect(page).to_have_url(re.compile("/form/2$"))
    assert draft()["about"] == "It rained.\nAll day."


def test_what_is_too_long_is_not_called_saved(phone, path_of, draft):
    page = phone.open(path_of("/form/1"))
    field(phone, "about").fill("It rained. " * 3_000)
    state(phone, "This is too long to be saved. Please shorten it.")
    page.get_by_role("button", name="Save and continue").tap()
    state(phone, "This is too long to be saved. Please shorten it.")
    assert (page.url.endswith("/form/1"), draft()) == (True, {})

    field(phone, "about").fill("It rained.")
    state(phone, "Saved")
    assert draft()["about"] == "It rained."


def test_two_tabs_lose_nothing(phone_of, path_of, draft):
    one, two = phone_of(), phone_of()
    one.open(path_of("/form/1"))
    two.open(path_of("/form/1"))
    field(one, "full_name").fill("Ana Silva")
    state(one, "Saved")
    field(two, "about").fill("It rained.")
    state(two, "Saved")
    field(one, "about").focus()
    field(one, "full_name").fill("Ana M. Silva")
    field(one, "full_name").blur()
    state(one, "Saved")
    two.page.reload()

    expect(field(two, "full_name")).to_have_value(re.compile("Ana"))
    assert draft()["about"] == "It rained."


def test_only_what_is_asked_is_shown(phone, path_of):
    phone.open(path_of("/form/2"))
    expect(field(phone, "children")).to_be_hidden()
    phone.page.get_by_text("Yes", exact=True).tap()
    expect(field(phone, "children")).to_be_visible()
    expect(phone.page.locator(".only")).to_be_hidden()
    phone.page.get_by_text("No", exact=True).tap()
    expect(field(phone, "children")).to_be_hidden()


def test_number_with_a_comma_is_the_one_that_a_condition_wants(phone, firm):
    template = a_template(firm, form=[
        {"id": "rent", "type": "money", "label": "Rent"},
        {"id": "why", "type": "text", "label": "Why?", "shown_if": {"question": "rent", "equals": 1200}}])
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)
    phone.open(f"/p/{an_intake_link(firm, matter).token}/form/1")
    for typed, is_asked in (("$1,200", True), ("12,000", False), ("1200.00", True), ("", False)):
        field(phone, "rent").fill(typed)
        expect(field(phone, "why")).to_be_visible(visible=is_asked)


def test_error_summary_comes_first_and_links_to_the_fields(phone, path_of):
    phone.open(path_of("/form/2"))
    phone.page.get_by_role("button", name="Save and continue").tap()
    expect(phone.page.locator("#summary")).to_be_focused()
    assert phone.violations() == []
    phone.keep("answering-wrong")

    phone.page.get_by_role("link", name="Do you have children?").tap()
    expect(phone.page.locator('[id="q.has_children"]')).to_be_focused(timeout=PATIENCE)


def test_back_leads_to_the_page_that_was_corrected(phone, path_of):
    page = phone.open(path_of("/form/1"))
    field(phone, "full_name").fill("")
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator("#summary")).to_be_visible()
    page.wait_for_load_state()  # the page's scripts have run
    field(phone, "full_name").fill("Ana Silva")
    page.get_by_role("button", name="Save and continue").click()
    expect(page).to_have_url(re.compile("/form/2$"))

    page.go_back()
    expect(field(phone, "full_name")).to_have_value("Ana Silva")


def test_everything_that_is_touched_is_large_enough(phone, path_of):
    for page in ("", "/form/1", "/form/2", "/form/review", "/done"):
        phone.open(path_of(page))
        small = phone.page.evaluate("""[...document.querySelectorAll("a, button, input, select, textarea, summary")]
            .map((each) => each.closest(".pick") || each)
            .filter((each) => each.checkVisibility({visibilityProperty: true}) && !each.closest(".skip"))
            .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
            .filter(([, box]) => box.height && (box.height < 44 || box.width < 44)).map(([html]) => html)""")
        assert small == [], page

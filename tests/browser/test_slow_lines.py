"""Pages on slow lines: scripts that arrive late, while the page is used already, or never."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.court_forms.models import CourtForm
from intake.cases.uploads.models import Upload
from tests.builders import PNG, a_client, a_document, a_matter, a_template, an_intake_link
from tests.stand_ins.court_form import court_form
from tests.waiting import wait_until

from .desk import DESKTOP
from .test_pages import file

SCHEDULE = "/settings/records/retention/new?kind=matters"


class Late:
    """Holds back the scripts of these names until `arrive`."""

    def __init__(self, page, *names):
        self._page, self._held, self._have_arrived = page, [], False
        page.route(address_of(names), self._answer)

    def _answer(self, route):
        if self._have_arrived:
            route.continue_()
        else:
            self._held.append(route)

    def arrive(self):
        wait_until(lambda: self._page.wait_for_timeout(20) or self._held)
        self._have_arrived = True
        for route in self._held:
            route.continue_()


def address_of(names):
    return re.compile(rf"/({'|'.join(names)})\.js$")


def lose(page, *names):
    """Let the scripts of these names never arrive."""
    page.route(address_of(names), lambda route: route.abort())


@pytest.fixture
def passport(firm, matter):
    """A document request of which photos become pages."""
    return a_document(firm, matter, name="Passport")


def test_photos_are_listed_while_the_scripts_for_them_are_on_their_way(phone, passport, link):
    page, item = phone.page, phone.item(passport)
    late = Late(page, "portal_photo", "portal_pages")
    phone.open(f"{link.url}/documents")
    item.locator(".choose input").set_input_files([file(1), file(2), file(3)])
    expect(item.locator(".sending .said")).to_have_text(["Getting ready …"] * 3)
    item.get_by_role("button", name="Cancel: IMG_2.jpg").click()
    late.arrive()
    expect(item.locator(".sheet canvas")).to_have_count(2)
    expect(item.locator(".sending")).to_have_count(0)


def test_photos_go_as_they_are_when_the_scripts_for_them_take_too_long(phone, passport, link):
    page, item = phone.page, phone.item(passport)
    page.clock.install()
    Late(page, "portal_photo", "portal_pages")
    phone.open(f"{link.url}/documents")
    item.locator(".choose input").set_input_files([file(1)])
    expect(item.locator(".sending .said")).to_have_text("Getting ready …")
    page.clock.fast_forward(20_000)
    expect(item.locator(".file .name")).to_have_text("IMG_1.jpg")
    expect(item.locator(".sending")).to_have_count(0)


def test_photo_that_was_handed_in_is_not_said_to_have_failed(phone, firm, matter, link):
    picture = a_document(firm, matter, name="Portrait", accepted_types=["image/png"])
    lose(phone.page, "portal_photo")
    phone.open(f"{link.url}/documents")
    phone.hand_in(picture, "me.png", PNG, "image/png")
    expect(phone.item(picture).locator(".file .name")).to_have_text("me.png")
    phone.said("me.png was handed in.")
    assert Upload.of(picture).count() == 1


def test_what_is_typed_before_the_script_arrives_is_newer_than_what_was_not_saved(desk_of):
    page = desk_of(role="admin", **DESKTOP).open(SCHEDULE)
    name, originals = page.get_by_label("Name of the schedule"), page.get_by_label("Originals")
    name.fill("Closed")
    originals.fill("will")
    late = Late(page, "unsent")
    page.goto(SCHEDULE, wait_until="commit")
    name.fill("Family law")
    late.arrive()
    expect(page.get_by_text("You had not saved this yet.")).to_be_visible()
    expect(name).to_have_value("Family law")
    expect(originals).to_have_value("will")
    page.goto(SCHEDULE)
    expect(name).to_have_value("Family law")


def test_late_script_takes_the_focus_from_no_answer_that_is_being_corrected(phone, firm):
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)
    page = phone.open(f"/p/{an_intake_link(firm, matter).token}/form/2")
    late = Late(page, "answers")
    page.get_by_role("button", name="Save and continue").tap()
    expect(page.locator("#summary")).to_be_visible()
    field = page.locator("form.answers .question input").first
    field.focus()
    late.arrive()
    page.wait_for_load_state()
    expect(page.locator("#summary")).not_to_be_focused()
    expect(field).to_be_focused()


def test_late_script_takes_the_focus_from_no_field_that_is_being_corrected(desk_of):
    page = desk_of(role="admin", **DESKTOP).open(SCHEDULE)
    page.get_by_label("Name of the schedule").fill("Closed")
    page.get_by_label("Years after closing").fill("no")
    late = Late(page, "answer")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[aria-invalid=true]")).to_be_visible()
    page.get_by_label("Originals").focus()
    late.arrive()
    page.wait_for_load_state()
    expect(page.get_by_label("Originals")).to_be_focused()


def test_without_the_script_that_sends_files_a_court_form_is_sent_with_its_page(desk_of, firm):
    page = desk_of("en", "admin").open("/matters")
    lose(page, "portal_sending")
    page.goto("/court-forms/new")
    page.get_by_label("PDF").set_input_files(
        {"name": "fl100.pdf", "mimeType": "application/pdf", "buffer": court_form()})
    page.get_by_label("Name", exact=True).fill("Petition")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("The fields are being read.")).to_be_visible()
    assert CourtForm.of(firm).count() == 1


def test_without_the_script_that_sends_files_a_matter_offers_no_choice_of_files(desk_of, firm, matter, passport):
    page = desk_of(**DESKTOP).open("/matters")
    lose(page, "portal_sending")
    page.goto(f"/matters/{matter.id}/documents")
    expect(page.locator(".checklist > li")).to_contain_text("Passport")
    expect(page.locator(".hand-in").first).to_be_hidden()


def test_a_slow_line_is_not_called_a_browser_without_scripts(phone, passport, link):
    late = Late(phone.page, "portal_sending", "portal_rows", "portal_checklist")
    phone.page.goto(f"{link.url}/documents", wait_until="commit")
    notice = phone.page.locator(".scriptless")
    [come] = notice.evaluate("(each) => each.getAnimations().map((each) => each.effect.getTiming().delay)")
    assert come == 20_000
    late.arrive()
    expect(notice).to_have_count(0)


def test_questions_that_are_not_asked_are_not_shown_before_the_script_arrives(phone, firm):
    married = {"id": "married", "type": "yes_no", "label": "Are you married?"}
    form = [married, {"id": "spouse", "type": "text", "label": "Your spouse",
                      "shown_if": {"question": "married", "equals": "yes"}},
            {"id": "job", "type": "text", "label": "Your job"}]
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm, form=form).id)
    late = Late(phone.page, "answers")
    phone.page.goto(f"/p/{an_intake_link(firm, matter).token}/form/1", wait_until="commit")
    job, spouse = phone.page.get_by_label("Your job"), phone.page.get_by_label("Your spouse")
    expect(spouse).to_be_hidden()
    place = job.bounding_box()
    late.arrive()
    expect(phone.page.locator(".awaits-script")).to_have_count(0)
    assert job.bounding_box() == place
    phone.page.get_by_text("Yes", exact=True).tap()
    expect(spouse).to_be_visible()


def test_what_is_typed_before_the_script_arrives_is_newer_than_what_the_tab_kept(phone, passport, link):
    page = phone.open(f"{link.url}/documents/{passport.id}/note")
    page.locator("#note").fill("I have lost it.")
    late = Late(page, "typed")
    page.reload(wait_until="commit")
    page.locator("#note").fill("It was stolen.")
    late.arrive()
    page.wait_for_load_state()
    expect(page.locator("#note")).to_have_value("It was stolen.")


def test_key_takes_a_long_form_no_more_looks_at_its_fields_than_a_short_one(phone, firm):
    """Otherwise each key takes a slow phone half a second where many questions follow others."""
    phone.page.add_init_script("""{
        const { get } = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements");
        window.looks = 0;
        Object.defineProperty(HTMLFormElement.prototype, "elements", { get() { looks += 1; return get.call(this); } });
    }""")

    def looks(count):
        form = [{"id": "first", "type": "text", "label": "First"}] + [
            {"id": f"f{number}", "type": "text", "label": f"Following {number}",
             "shown_if": {"question": "first", "equals": "x"}} for number in range(count)]
        matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm, form=form).id)
        page = phone.open(f"/p/{an_intake_link(firm, matter).token}/form/1")
        before = page.evaluate("looks")
        page.get_by_label("First").press("x")
        expect(page.get_by_label("Following 0")).to_be_visible()
        return page.evaluate("looks") - before

    assert looks(20) == looks(1)

"""A date that a client knows by heart is typed in three fields; only a coming date is chosen from a calendar."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.intake_forms.models import IntakeForm
from intake.portal.links.completion import submit_form
from tests.builders import a_client, a_matter, a_template, an_intake_link
from tests.waiting import wait_until

BORN = {"id": "born", "type": "date", "when": "birth", "label": "Your date of birth", "required": True,
        "translations": {"es": {"label": "Su fecha de nacimiento"}}}
WEDDING = {"id": "wedding", "type": "date", "when": "past", "label": "The date of your wedding",
           "help": "If you do not know the day, choose the first of the month.",
           "translations": {"es": {"label": "La fecha de su boda",
                                   "help": "Si no sabe el día, elija el primero del mes."}}}
HEARING = {"id": "hearing", "type": "date", "when": "future", "label": "Your next hearing",
           "translations": {"es": {"label": "Su próxima audiencia"}}}


@pytest.fixture
def matter_of(firm):
    """Make a matter whose form has these questions."""
    return lambda *form: a_matter(firm, client_id=a_client(firm).id,
                                  intake_template_id=a_template(firm, form=list(form)).id)


@pytest.fixture
def open_form(firm, matter_of):
    """Open a form with these questions on a phone; return its page and the function that reads what was saved."""

    def open_form(phone, *form):
        matter = matter_of(*form)
        page = phone.open(f"{an_intake_link(firm, matter).url}/form/1")
        return page, lambda: IntakeForm.of_matter(matter).get().draft

    return open_form


def type_date(page, id, **parts):
    for part, text in parts.items():
        page.locator(f'[name="q.{id}.{part}"]').fill(text)


def values(page, id):
    """Return the texts of the three fields in the page's order."""
    return page.locator(f'[name^="q.{id}."]').evaluate_all("(fields) => fields.map((field) => field.value)")


def marked(page):
    return page.locator("input[aria-invalid]").evaluate_all("(fields) => fields.map((field) => field.name)")


def go_on(page):
    page.get_by_role("button", name=re.compile("Save and continue|Guardar y continuar")).click()


def test_only_the_wrong_part_is_marked_and_no_part_is_lost(phone, open_form):
    page, draft = open_form(phone, BORN, WEDDING)
    group = page.get_by_role("group", name="Your date of birth")
    assert group.get_by_role("textbox").evaluate_all("(all) => all.map((each) => each.labels[0].textContent)") == [
        "Month", "Day", "Year"]
    expect(group).to_have_accessible_description("For example: 4 28 1980")
    group.get_by_label("Month").fill("Feb")
    group.get_by_label("Day").fill("31")
    wait_until(lambda: draft() == {"born": {"month": "Feb", "day": "31", "year": ""}})  # perhaps in two steps
    expect(page.locator("#saving")).to_have_text("Saved")
    page.reload()
    assert values(page, "born") == ["Feb", "31", ""]

    group.get_by_label("Year").fill("80")
    go_on(page)
    summary = page.locator("#summary")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("Please enter the year with all four digits, such as 1980.")
    assert marked(page) == ["q.born.year"]
    page.get_by_role("link", name="Your date of birth").tap()
    expect(group.get_by_label("Year")).to_be_focused()
    expect(group.get_by_label("Year")).to_have_accessible_description(
        "Error: Please enter the year with all four digits, such as 1980.")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("1980")
    go_on(page)
    expect(summary).to_contain_text("February has only 29 days in that year. Please correct the day.")
    assert (marked(page), values(page, "born")) == (["q.born.day"], ["Feb", "31", "1980"])

    group.get_by_label("Day").fill("3")
    go_on(page)
    expect(page.get_by_text("February 3, 1980")).to_be_visible()
    assert draft() == {"born": "1980-02-03"}
    page.wait_for_load_state()
    page.go_back()
    expect(group.get_by_label("Month")).to_have_value("2")
    assert values(page, "born") == ["2", "3", "1980"]


@pytest.mark.parametrize(("pasted", "divided", "shown"), [
    (" 3/5/1980", ["3", "5", "1980"], "3 de mayo de 1980"), ("1980-03-05", ["05", "03", "1980"], "5 de marzo de 1980")])
def test_a_whole_date_in_the_first_field_is_divided(phone_of, open_form, pasted, divided, shown):
    page, draft = open_form(phone_of("es"), BORN)
    first = page.locator('[name^="q.born."]').first
    first.fill(pasted)
    first.press("Tab")
    assert values(page, "born") == divided
    go_on(page)
    expect(page.get_by_text(shown)).to_be_visible()
    assert re.fullmatch(r"1980-0\d-0\d", draft()["born"])


def test_a_question_can_depend_on_a_date(phone, open_form):
    page, _ = open_form(phone, BORN, {"id": "why", "type": "text", "label": "Why?",
                                      "shown_if": {"question": "born", "equals": "1980-03-05"}})
    why = page.locator('[name="q.why"]')
    for parts, is_asked in ((("", "", ""), False), (("3", "5", "1980"), True), (("3", "6", "1980"), False),
                            (("03", "05", "1980 "), True), (("3", "5", ""), False), (("March", "5", "1980"), True)):
        type_date(page, "born", **dict(zip(("month", "day", "year"), parts, strict=True)))
        expect(why).to_be_visible(visible=is_asked)


def test_a_coming_date_is_chosen_from_the_calendar(phone, open_form):
    page, draft = open_form(phone, HEARING)
    page.locator("input[type=date]").fill("2027-01-29")
    expect(page.locator("#saving")).to_have_text("Saved")
    assert draft() == {"hearing": "2027-01-29"}
    page.locator("input[type=date]").fill("")
    page.locator("input[type=date]").focus()
    page.keyboard.type("0230")  # February 30
    go_on(page)
    expect(page.locator("input[type=date]")).to_have_js_property(
        "validationMessage", "Please enter a date that exists, with the year in four digits.")
    expect(page).to_have_url(re.compile("/form/1$"))


def test_the_fields_fit_and_are_accessible(phone_of, open_form):
    phone = phone_of("es")
    page, _ = open_form(phone, BORN, WEDDING, HEARING)
    type_date(page, "wedding", month="septiembre", day="31", year="80")
    assert phone.problems("date") == []
    go_on(page)
    expect(page.locator("#summary")).to_be_visible()
    assert phone.problems("date-wrong") == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert phone.too_wide() is None
        assert page.locator(".date input").evaluate_all(
            "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.value)") == []
        phone.keep(f"date-{width}-large")


def test_the_firm_corrects_a_date_in_the_same_fields(desk_of, firm, matter_of):
    matter = matter_of(BORN)
    form = save(ensure_form(matter), {"born": "1980-02-03"}, {})
    submit_form(an_intake_link(firm, matter), form)
    desk = desk_of("es")
    page = desk.open(f"/matters/{matter.id}/answers/born")
    assert page.locator(".date input").evaluate_all("(all) => all.map((each) => each.value)") == ["3", "2", "1980"]
    page.locator('[name="answer.day"]').fill("30")
    page.locator('[name="reason"]').fill("Her passport says so.")
    page.locator(".correction button").click()
    expect(page.locator('[name="answer.day"]')).to_have_attribute("aria-invalid", "true")
    assert marked(page) == ["answer.day"]
    assert desk.problems("date-correction") == []
    page.locator('[name="answer.day"]').fill("13")
    page.locator(".correction button").click()
    expect(page.locator("#main")).to_contain_text("13 de febrero de 1980")
    assert IntakeForm.of_matter(matter).get().answers == {"born": "1980-02-13"}


def test_the_author_of_a_template_sees_the_fields(desk_of, firm):
    template = a_template(firm, form=[BORN, HEARING])
    desk = desk_of(role="attorney")
    page = desk.open(f"/templates/{template.id}/questions/1")
    expect(page.locator("#as-client .date input")).to_have_count(6)
    assert page.locator("#as-client label").all_inner_texts() == ["Month", "Day", "Year", "Día", "Mes", "Año"]
    page.locator("#when").select_option("future")
    expect(page.locator("#as-client input[type=date]")).to_have_count(2)
    page.locator("#when").select_option("past")
    expect(page.locator("#as-client .date input")).to_have_count(6)
    assert desk.problems("date-template") == []

"""A list of entries: a client adds and removes them, with and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.templates.models import Template
from intake.portal.links.completion import submit_form
from tests.builders import A_LIST, a_client, a_matter, a_template, an_intake_link

HOMES = {"id": "homes", "type": "list", "label": "Earlier addresses", "entry_label": "Address", "fields": [
    {"id": "place", "type": "address", "label": "Address", "required": True},
    {"id": "rent", "type": "money", "label": "Rent"}]}


@pytest.fixture
def matter(firm):
    return a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm, form=[A_LIST, HOMES]).id)


def names(page):
    return page.locator('[name^="q.children."][name$=".name"]').evaluate_all("(all) => all.map((each) => each.value)")


def legends(page):
    return [" ".join(text.split()) for text in page.locator("#q\\.children > .entry > legend").all_inner_texts()]


@pytest.mark.parametrize(("language", "with_scripts"), [("en", True), ("es", False)])
def test_entries_are_added_removed_and_kept(phone_of, firm, matter, language, with_scripts):
    phone = phone_of(language, java_script_enabled=with_scripts)
    page = phone.open(f"{an_intake_link(firm, matter).url}/form/1")
    add = page.locator('[name="q.children.add"]')
    child = "Child" if language == "en" else "Hijo o hija"
    assert legends(page) == [f"{child} 1"]
    page.locator('[name="q.children.0.name"]').fill("Leo")
    add.click()
    if with_scripts:
        expect(page.locator("#q\\.children\\.1")).to_be_focused()
    page.locator('[name="q.children.1.name"]').fill("Mia")
    add.click()
    page.locator('[name="q.children.2.name"]').fill("Ida")
    page.locator('[name="q.children.2.born.year"]').fill("19")
    page.locator('[name="q.children.remove"]').nth(1).click()
    expect(page.locator("#q\\.children > .entry")).to_have_count(2)
    assert (names(page), legends(page)) == (["Leo", "Ida"], [f"{child} 1", f"{child} 2"])
    if with_scripts:
        undo = page.locator("#q\\.children > .undo button")
        expect(undo).to_be_focused()
        phone.keep("entries-removed")
        page.keyboard.press("Enter")
        assert (names(page), legends(page)[2]) == (["Leo", "Mia", "Ida"], f"{child} 3")
        expect(page.locator("#q\\.children\\.1")).to_be_focused()
        page.locator('[name="q.children.remove"]').nth(1).click()
        expect(page.locator("form.answers[data-pending]")).to_have_count(0)
        page.reload()
    assert [each["name"] for each in IntakeForm.of_matter(matter).get().draft["children"]] == ["Leo", "Ida"]

    page.locator('[name="q.children.1.name"]').press("Enter")
    expect(page.locator("#summary a")).to_have_count(1)
    expect(page.locator("#summary a")).to_have_text(
        f"{child} 2: {'Date of birth' if language == 'en' else 'Fecha de nacimiento'}")
    assert names(page) == ["Leo", "Ida"]
    if with_scripts:
        assert phone.problems("entries-wrong") == []
        page.locator("#summary a").click()
        expect(page.locator('[name="q.children.1.born.month"], [name="q.children.1.born.day"]').first).to_be_focused()
    for part in ("month", "day", "year"):
        page.locator(f'[name="q.children.1.born.{part}"]').fill({"month": "3", "day": "4", "year": "2019"}[part])
    page.locator('[name="q.homes.add"]').click()
    page.locator('[name="q.homes.0.place.line1"]').fill("1 Main St")
    page.locator('[name="q.homes.0.place.city"]').fill("Albany")
    page.get_by_role("button", name=re.compile("Save and continue|Guardar y continuar")).click()
    expect(page).to_have_url(re.compile("/form/review"))
    phone.keep(f"entries-{language}-review")
    page.get_by_role("button", name=re.compile("Send my answers|Enviar mis respuestas")).click()
    expect(page).to_have_url(re.compile("/d"))
    assert IntakeForm.of_matter(matter).get().answers == {
        "children": [{"name": "Leo"}, {"name": "Ida", "born": "2019-03-04"}],
        "homes": [{"place": {"line1": "1 Main St", "city": "Albany"}}]}


def test_unsaved_entries_stay_in_the_tab_until_they_are_saved(phone, firm, matter):
    page = phone.open(f"{an_intake_link(firm, matter).url}/form/1")
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/p/*/form/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator('[name="q.children.0.name"]').fill("Leo")
    page.locator('[name="q.children.add"]').click()
    page.locator('[name="q.children.1.name"]').fill("Ida")
    page.locator('[name="q.children.1.born.year"]').fill("19")
    expect(page.locator("#saving")).to_have_attribute("data-state", "unsaved")
    page.reload()
    assert (names(page), legends(page)) == (["Leo", "Ida"], ["Child 1", "Child 2"])
    page.unroute("**/p/*/form/*")
    expect(page.locator("#saving")).to_have_text("Saved")
    assert [(each["name"], each.get("born")) for each in IntakeForm.of_matter(matter).get().draft["children"]] == [
        ("Leo", None), ("Ida", {"month": "", "day": "", "year": "19"})]


def test_the_firm_corrects_an_entry(desk_of, firm, matter):
    submit_form(an_intake_link(firm, matter), save(ensure_form(matter), {"children": [{"name": "Leo"}]}, {}))
    desk = desk_of("es")
    page = desk.open(f"/matters/{matter.id}/answers/children")
    page.locator('[name="answer.add"]').click()
    page.locator('[name="answer.1.born.year"]').fill("2019")
    page.locator('[name="reason"]').fill("He called.")
    page.locator(".correction > .acts button").click()
    expect(page.locator('[name="answer.1.name"]')).to_have_attribute("aria-invalid", "true")
    assert desk.problems("entries-correction") == []
    page.locator('[name="answer.remove"]').nth(1).click()
    page.locator('[name="answer.0.name"]').fill("Leon")
    page.locator(".correction > .acts button").click()
    expect(page.locator("#main")).to_contain_text("Leon")
    desk.keep("entries-answers")
    assert IntakeForm.of_matter(matter).get().answers == {"children": [{"name": "Leon"}]}


def test_an_author_builds_a_list(desk_of, firm):
    template = a_template(firm, form=[])
    desk = desk_of("es", "attorney")
    page = desk.open(f"/templates/{template.id}/questions/new")
    expect(page.locator("#rows")).to_be_hidden()
    page.locator("#label\\.en").fill("Your children")
    page.locator("#type").select_option("list")
    page.locator("#entry_label\\.en").fill("Child")
    page.locator("#row\\.0\\.label\\.en").fill("Date of birth")
    page.locator("#row\\.0\\.type").select_option("date")
    page.locator("#row\\.0\\.when").select_option("past")
    page.locator("[name=rows][value=add]").click()
    page.locator("#row\\.1\\.label\\.en").fill("Name")
    expect(page.locator("#as-client .entry .question")).to_have_count(4)
    page.locator("[name=rows][value='up 1']").click()
    expect(page.locator("#row\\.0\\.label\\.en")).to_have_value("Name")
    expect(page.locator("#row\\.0\\.when")).to_be_hidden()
    page.locator("#label\\.en").press("End")
    page.keyboard.type(" now")
    expect(page.locator("#as-client .entry .question").first).to_contain_text("Name")
    assert desk.problems("entries-builder") == []
    page.locator(".drafting > form > .acts button[type=submit]").first.click()
    expect(page).to_have_url(re.compile("done=saved"))
    [question] = Template.fetch(firm, template.id).form
    assert [(field["id"], field["type"], field["when"]) for field in question["fields"]] == [
        ("name", "text", None), ("date_of_birth", "date", "past")]
    desk.keep("entries-template")

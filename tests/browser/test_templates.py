"""A template in a browser: copied, changed, and seen as the client sees it."""

from playwright.sync_api import expect

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.templates.actions import update
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from tests.builders import a_client, a_matter, a_template

from .desk import DESKTOP

DIVORCE = next(each for each in built_ins().values() if each["case_type"] == "divorce_standard")


def test_built_in_template_is_changed_and_a_running_matter_keeps_its_form(desk_of, firm):
    desk = desk_of(**DESKTOP, role="attorney")
    page = desk.open("/templates?search=divorce")
    page.get_by_role("link", name="Divorce").click()
    page.get_by_role("button", name="Copy and change").click()
    expect(page.get_by_role("status")).to_have_text("This copy is yours to change.")
    [copy] = Template.of(firm)
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=copy.id)
    begun = ensure_form(matter)
    save(begun, {copy.form[0]["id"]: "Ana Silva"}, {})

    page.get_by_role("link", name="Add a question").click()
    page.get_by_role("group", name="Question", exact=True).get_by_label("English").fill("Does a pet live with you?")
    page.get_by_role("group", name="Question", exact=True).get_by_label("Español").fill("¿Vive con usted una mascota?")
    page.locator("#type").select_option("yes_no")
    expect(page.get_by_role("group", name="Answers to choose from")).to_have_count(0)  # its script may not have run yet
    expect(page.locator("#as-client")).to_contain_text("¿Vive con usted una mascota?")  # without sending the form
    expect(page.locator("#as-client input[type=radio]")).to_have_count(4)
    page.get_by_role("group", name="Section").get_by_label("English").fill("Pets")
    page.get_by_role("button", name="Save and add another").click()
    page.get_by_role("group", name="Question", exact=True).get_by_label("English").fill("Which one?")
    page.get_by_role("group", name="Question", exact=True).get_by_label("Español").fill("¿Cuál?")
    page.get_by_label("Show this question").select_option('["does_a_pet_live_with_you", true]')
    expect(page.get_by_label("The answer, if it has to be written")).to_be_hidden()
    desk.keep("templates-question")
    page.get_by_role("button", name="Save", exact=True).click()
    last = page.locator(f"#form-{len(copy.form) + 2}")
    expect(last).to_contain_text("Only if you answered “Yes” to: Does a pet live with you?")

    # Up by its button, then by dragging: the condition keeps it below the question it depends on.
    last.get_by_role("button", name="Move up").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("depending on this one")
    page.wait_for_load_state()  # the page's scripts have run
    documents = page.locator("section:has(#documents) .checklist").first.locator("> li")
    names = documents.locator(".name a").all_inner_texts()
    documents.nth(1).locator(".line").drag_to(documents.nth(0))
    expect(documents.first.locator(".name a")).to_have_text(names[1])

    page.get_by_role("link", name="As the client sees it").click()
    page.goto(f"/templates/{copy.id}/as-client/es/form/{len({each['section'] for each in copy.form}) + 1}")
    expect(page.locator("main")).to_contain_text("¿Vive con usted una mascota?")
    expect(page.locator("main")).to_contain_text("Solo si respondió")
    desk.keep("templates-as-client")
    page.get_by_role("link", name="Back to the template").click()

    assert ensure_form(matter).questions == copy.form
    assert len(ensure_form(a_matter(firm, client_id=a_client(firm).id, intake_template_id=copy.id)).questions) == len(
        copy.form) + 2


def test_pages_are_accessible(desk_of, firm):
    own = a_template(firm, name="Wolfeschlegelsteinhausenbergerdorff " * 5, documents=[
        {"name": "Lease", "category": "Home", "accepted_types": ["application/pdf"]}, {"name": "חוזה"}])
    update(firm, own.id, name="Lease dispute", form=own.form[:-2], documents=own.documents[1:])
    desk, found = desk_of("es", "attorney"), {}
    for name, path in (
        ("list", ""), ("built-in", f"/{DIVORCE['id']}"), ("own", f"/{own.id}"), ("details", f"/{own.id}/details"),
        ("question", f"/{own.id}/questions/1"), ("document", f"/{own.id}/documents/new"), ("import", "/import"),
        ("reminders", f"/{own.id}/reminders"),
        ("versions", f"/{own.id}/versions"), ("compare", f"/{own.id}/versions/compare"),
        ("empty", "?kind=own&search=nothing"),
    ):
        desk.open(f"/templates{path}")
        found[name] = desk.problems(f"templates-{name}")

    assert found == {name: [] for name in found}

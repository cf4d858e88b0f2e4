"""Court forms: adding a PDF, matching its fields, filling it in and asking the client."""

from playwright.sync_api import expect

from intake.cases.court_forms.jobs import fill_court_form, read_court_form
from intake.cases.court_forms.models import CourtForm, CourtFormFill
from tests.builders import a_client, a_matter
from tests.stand_ins.court_form import court_form


def test_from_the_catalogue_to_a_filled_form(desk_of, firm):
    matter = a_matter(firm, client_id=a_client(firm).id, title="Silva v. Silva")
    desk, found = desk_of("en", "admin"), {}

    def seen(name):
        found[name] = desk.problems(f"court-{name}")

    page = desk.open("/court-forms?search=fl-100")
    seen("list")
    page.get_by_role("link", name="FL-100").click()
    page.get_by_role("link", name="Add its PDF").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Petition—Marriage/Domestic Partnership")
    page.get_by_label("PDF").set_input_files(
        {"name": "fl100.pdf", "mimeType": "application/pdf", "buffer": court_form()})
    seen("new")
    page.get_by_role("button", name="Add").press("Enter")
    expect(page.get_by_text("The fields are being read.")).to_be_visible(timeout=30_000)
    form = CourtForm.of(firm).get()
    read_court_form(firm.id, form.id)
    expect(page.get_by_label("Petitioner")).to_have_value("client.full_name")
    page.get_by_label("Facts").fill("nonsense")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Please correct what is marked below.")).to_be_visible()
    seen("wrong")
    page.get_by_label("Facts").fill("answers.reasons")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_text("Version 2")).to_be_visible()
    seen("form")

    page = desk.open(f"/matters/{matter.id}/court-forms")
    page.get_by_role("button", name="Fill in").click()
    expect(page.get_by_text("Being filled in").first).to_be_visible()
    fill_court_form(firm.id, CourtFormFill.of(firm).get().id)
    expect(page.get_by_text("Something is missing").first).to_be_visible()  # without loading the page again
    seen("missing")
    page.get_by_role("button", name="Ask the client").click()
    expect(page.get_by_text("The client finds the questions at the intake link.")).to_be_visible()

    assert found == {name: [] for name in found}

"""Reports: requested, in progress, ready, and weekly."""

import pytest
from playwright.sync_api import expect

from intake.console.reports.jobs import make_report
from intake.console.reports.models import Report, ReportSchedule
from tests.builders import a_client, a_matter, a_user


@pytest.fixture
def desk(desk_of):
    return desk_of("en", "admin")


def test_from_asking_to_the_file(desk, firm):
    for name in ("Silva", "Okafor"):
        a_matter(firm, title=f"{name} divorce", client_id=a_client(firm, last_name=name).id)
    page = desk.open("/reports")
    page.get_by_label("Practice area").select_option("family_law")
    page.get_by_label("Format").select_option("pdf")
    page.get_by_role("button", name="Make the report").press("Enter")
    expect(page.locator("#reports-made progress")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_label("Format")).to_be_hidden()
    page.emulate_media(media="screen")
    report = Report.of(firm).get()
    desk.keep("reports-making")

    make_report(firm.id, report.id)  # the page notices by itself
    expect(page.get_by_role("link", name="Download")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("A report is ready.")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").press("Enter")
    assert download.value.suggested_filename.endswith(".pdf")

    page.get_by_text("Every week or month").press("Enter")
    page.get_by_label("How often").select_option("monthly")
    page.get_by_label("Send the link to").fill("nonsense, maya@example.com")
    page.get_by_role("button", name="Schedule it").press("Enter")
    expect(page.get_by_text("Enter at most 10 e-mail addresses")).to_be_visible()
    desk.keep("reports-wrong")
    colleague = a_user(firm)
    page.get_by_label("Send the link to").fill(f"office@example.com, {colleague.email}")
    page.get_by_role("button", name="Schedule it").press("Enter")
    expect(page.get_by_text("Made regularly")).to_be_visible()
    [schedule] = ReportSchedule.of(firm)
    assert (schedule.frequency, schedule.recipients) == ("monthly", ["office@example.com", colleague.email])

    Report.create(firm_id=firm.id, type="communications", format="csv", filters={"direction": "inbound"}, language="en",
                  status="running", progress=42, user_id=report.user_id)
    Report.create(firm_id=firm.id, type="deadlines", format="csv", filters={}, language="en", status="failed")
    page = desk.open("/reports?type=communications")
    assert desk.problems("reports") == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Removed.", exact=True)).to_be_visible()
    assert Report.of(firm).where(Report.status == "cancelled").count() == 1

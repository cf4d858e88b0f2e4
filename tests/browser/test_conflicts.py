"""A conflict check in a browser: from the parties of a matter to the decision."""

import re

from playwright.sync_api import expect

from intake.engagement.conflicts.models import ConflictCheck
from intake.engagement.parties.actions import add
from tests.builders import a_client, a_lead, a_matter


def test_from_the_parties_to_the_decision(desk_of, firm):
    a_client(firm, first_name="Robert", last_name="Schmidt", email="bob@schmidt.example.com")
    other = a_matter(firm, title="Garcia v. Acme", status="closed")
    add(firm, other.id, name="Acme Trucking, LLC", kind="company", role="opposing", former_names=["Albany Haulage"])
    a_lead(firm, first_name="Sergei", last_name="Kuznetsov")
    matter = a_matter(firm, title="Costa v. Acme Trucking",
                      client_id=a_client(firm, first_name="Ana", last_name="Costa").id)
    desk, found = desk_of("es", "attorney"), {}
    page = desk.page

    def look(name):
        found[name] = desk.problems(f"conflicts-{name}")

    desk.open(f"/matters/{matter.id}/parties")
    page.locator("#name").fill("ACME Trucking Inc")
    page.locator("#kind").select_option("company")
    page.locator("#former_names").fill("Sergey Kuznetsov; Bob Smith")
    page.locator("form.fields:has(#name) > button").click()
    expect(page.locator(".checklist strong")).to_have_text("ACME Trucking Inc")
    look("parties")
    page.locator(".conflict-card form button").click()
    expect(page.locator(".hit")).to_have_count(3)
    expect(page.locator(".hit").first).to_contain_text("Acme Trucking, LLC")
    look("hits")
    page.locator("#decision-screened").check()
    page.locator("#note").fill("Ms. King does not work on it.")
    page.locator("aside form button").click()
    expect(page.locator("aside .decision-screened")).to_be_visible()
    look("decided")
    desk.open(f"/matters/{matter.id}/parties")
    expect(page.locator(".conflict-card .decision-screened")).to_be_visible()
    look("cleared")
    desk.open("/conflicts")
    page.locator("#names").fill("Xiomara Quintanilla")
    look("list")
    page.locator(".search button").click()
    expect(page).to_have_url(re.compile("/conflicts/chk_"))
    expect(page.locator(".nothing")).to_be_visible()
    look("nothing")
    assert found == {name: [] for name in found}
    assert {check.decision for check in ConflictCheck.with_decisions(ConflictCheck.of(firm))} == {"screened", None}

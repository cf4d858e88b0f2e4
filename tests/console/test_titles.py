"""The titles of pages about one record name it, so that tabs can be told apart."""

import re
from html import unescape

from intake.engagement.conflicts.actions import check
from intake.integrations.webhooks.actions import register
from intake.records.privacy_requests.actions import enter
from tests.builders import a_caller, a_client, a_lead, a_matter


def test_name_the_record(desk, firm):
    client = a_client(firm, first_name="Ana", last_name="Silva")
    matter, lead = a_matter(firm, title="Silva v. O'Brien", client_id=client.id), a_lead(firm)
    webhook = register(firm, url="https://example.com/hook", events=["*"])
    found = check(firm, ["Rosa Delgado", "Ana Silva"])
    asked = enter(a_caller(firm), client.id, "access", "phone")
    titles = {path: unescape(re.search("<title>(.*)</title>", desk.get(path).text)[1]) for path in (
        f"/matters/{matter.id}/edit", f"/matters/{matter.id}/client", f"/clients/{client.id}/merge",
        f"/leads/{lead.id}/convert", f"/conflicts/{found.id}", "/find?q=o%27brien", "/find",
        f"/settings/developers/webhooks/{webhook.id}", f"/settings/records/requests/{asked.id}")}

    assert [*titles.values()] == [f"{title} · Intake" for title in (
        "Edit · Silva v. O'Brien", "Client of the matter · Silva v. O'Brien", "Merge duplicates · Ana Silva",
        "Make a client · Rosa Delgado", "Conflict check · Rosa Delgado", "o'brien · Search", "Search",
        "Webhook · https://example.com/hook", "Privacy request · Ana Silva")]


def test_says_that_the_form_was_refused(desk, firm):
    matter = a_matter(firm, title="Silva divorce")
    path = f"/matters/{matter.id}/documents"
    assert "<title>Please check: Request" in desk.submit(f"{path}/new", path, name="").text
    assert "<title>Request" in desk.get(f"{path}/new").text

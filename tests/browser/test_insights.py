"""Usage and the charts with their figures, on a desktop and on a phone in Spanish and in the dark scheme."""

from datetime import timedelta

from playwright.sync_api import expect

from intake.accounts.audit.recording import acting_as, record_act
from intake.cases.uploads.actions import review
from intake.core.clock import now
from intake.core.db import db
from tests.builders import a_client, a_communication, a_document, a_matter, a_user, an_intake_link, an_upload


def test_charts_and_usage(desk_of, firm, put):
    namesakes = a_user(firm), a_user(firm)
    for each in namesakes:
        each.change(first_name="Grace", last_name="Lin")
    for number in range(5):
        matter = a_matter(firm, client_id=a_client(firm).id)
        link = an_intake_link(firm, matter)
        link.change(sent_at=now() - timedelta(days=9 + number, hours=14))
        a_document(firm, matter, required=number % 2 == 0).change(created_at=now() - timedelta(days=12 * number))
        a_communication(firm, matter, status=("delivered", "failed", "sent")[number % 3],
                        channel=("sms", "email")[number % 2])
        if number < 3:
            with db.atomic():
                record_act("intake_link.opened", link)
    for each in namesakes:
        upload = an_upload(firm, put, a_document(firm, matter))
        with acting_as("person", each.id):
            review(firm, upload.id, "approved")
    found = {}
    desk = desk_of("es", "admin")
    for name, path in (("insights", "/insights?from=2026-01-01"), ("usage", "/settings/usage")):
        page = desk.open(path)
        if name == "insights":
            expect(page.locator(".drawing canvas:visible")).to_have_count(4)
            expect(page.get_by_role("cell", name="10.6", exact=True)).to_be_visible()
            drawn = page.evaluate("Chart.getChart(document.querySelector('canvas')).data.datasets[0].data")
            assert drawn[:2] == [5, 3]
            page.locator("summary").nth(-1).press("Enter")
            page.locator("section[aria-labelledby=reviews] summary").press("Enter")
            day = page.locator("section[aria-labelledby=reviews] tbody th").first
            assert day.evaluate("(day) => { const r = document.createRange(); r.selectNodeContents(day);"
                                " return r.getClientRects().length }") == 1, "a day is on one line"
        found[name] = desk.problems(name)
    assert page.evaluate("""() => fetch("/insights").then((answer) => answer.text()).then((text) =>
        new DOMParser().parseFromString(text, "text/html").querySelectorAll("table").length)""") == 4

    assert found == {name: [] for name in found}

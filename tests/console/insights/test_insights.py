"""The figures of the intake: their definitions, permissions, and forms as page, table, CSV and API response."""

import csv
import io
import re
from base64 import b64encode
from datetime import datetime, time, timedelta
from hashlib import sha384

import pytest

from intake.accounts.audit.recording import acting_as, record_act
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.uploads.actions import review
from intake.console.insights.actions import period_of, read_insights
from intake.core import clock
from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import moment_at, today_in
from intake.core.migrations import ROOT
from intake.portal.links.models import IntakeLink
from intake.web.rendering import FOLDER
from tests.builders import a_caller, a_client, a_communication, a_document, a_matter, a_user, an_intake_link, an_upload
from tests.core.answers import data

PAGE = "/insights"


@pytest.fixture
def lawyer(firm):
    return a_user(firm, first_name="=Grace", last_name="Lin")


@pytest.fixture
def intakes(firm, put, lawyer):
    """Three intakes: one complete, one with a document, and one that was only sent. Two are assigned to the lawyer."""
    moment, matters, links = now() - timedelta(days=20), [], []
    for area, assignee in (("family_law", lawyer.id), ("family_law", None), ("criminal", lawyer.id)):
        matters.append(a_matter(firm, client_id=a_client(firm).id, practice_area=area, assigned_attorney=assignee))
        links.append(an_intake_link(firm, matters[-1]))
        links[-1].change(sent_at=moment)
    complete, begun, silent = matters
    with db.atomic():
        for link in links[:2]:
            record_act("intake_link.opened", link)
    for matter in (complete, begun):
        upload = an_upload(firm, put, a_document(firm, matter))
        upload.change(uploaded_at=moment + timedelta(days=4))
    review(a_caller(firm), upload.id, "rejected", "Cut off.")
    a_document(firm, silent, required=False).change(created_at=now() - timedelta(days=9))
    links[0].change(completed_at=moment + timedelta(days=6))
    a_communication(firm, complete, status="failed", channel="sms")
    a_communication(firm, silent, status="sent", channel="email")
    a_communication(firm, silent, direction="inbound")
    return matters


def funnel(answer):
    return {each["step"]: each["links"] for each in answer["funnel"]}


def test_figures_take_three_statements(lawyer, firm, intakes, statements):
    with statements() as seen:
        read_insights(a_caller(firm), firm, period_of(firm))
    assert len(seen) == 3


def test_figures_of_the_period(api, intakes, firm):
    answer = data(api.get("/insights"))
    today = today_in(firm.timezone)

    assert answer["period"] == {"first_day": f"{today - timedelta(days=89)}", "last_day": f"{today}"}
    assert funnel(answer) == {"sent": 3, "opened": 2, "form_done": 1, "documents_in": 1, "complete": 1}
    medians = {each["step"]: each["median_days"] for each in answer["funnel"]}
    assert medians == {"sent": None, "opened": 20, "form_done": None, "documents_in": 4, "complete": 6}
    assert [(each["from_days"], each["required"], each["optional"]) for each in answer["open_requests"]] == [
        (0, 1, 0), (8, 0, 1), (15, 0, 0), (31, 0, 0), (61, 0, 0)]
    assert [(each["approved"], each["rejected"]) for each in answer["reviews"]] == [(0, 1)]
    assert {(each["channel"], each["status"]) for each in answer["messages"] if each["messages"]} == {
        ("sms", "failed"), ("email", "sent")}
    assert sum(each["messages"] for each in answer["messages"]) == 2
    earlier = data(api.get(f"/insights?to={today - timedelta(days=30)}"))
    assert (funnel(earlier)["sent"], earlier["reviews"]) == (0, [])
    assert funnel(data(api.get("/insights?practice_area=criminal"))) == {
        "sent": 1, "opened": 0, "form_done": 0, "documents_in": 0, "complete": 0}
    assert data(api.get("/insights?practice_area=criminal"))["reviews"] == []


def test_a_link_that_was_replaced_counts_once(api, intakes):
    an_intake_link(intakes[2], intakes[2]).change(revoked_at=now())

    assert funnel(data(api.get("/insights")))["sent"] == 2


def test_what_was_done_before_a_link_was_sent_takes_no_time(api, intakes, firm):
    complete = intakes[0]
    IntakeForm.save_questions(complete, None, [])
    IntakeForm.of_matter(complete).get().change(submitted_at=now() - timedelta(days=21))
    IntakeLink.current(firm, complete.id).get().change(sent_at=now() - timedelta(days=10))

    medians = {each["step"]: each["median_days"] for each in data(api.get("/insights"))["funnel"]}
    assert medians == {"sent": None, "opened": 15, "form_done": 0, "documents_in": 0, "complete": 0}


def test_a_day_ends_by_the_firms_clock(api, firm):
    firm.change(timezone="Pacific/Auckland")
    midnight = datetime.fromisoformat("2026-03-02T11:00:00+00:00")  # March 3 in Auckland
    for seconds in (-1, 0):
        link = an_intake_link(firm, a_matter(firm, client_id=a_client(firm).id))
        link.change(sent_at=midnight + timedelta(seconds=seconds))

    assert [funnel(data(api.get(f"/insights?from={day}&to={day}")))["sent"]
            for day in ("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04")] == [0, 1, 1, 0]


def test_reviews_are_counted_on_days_of_the_firms_calendar_also_where_postgres_has_older_rules(api, firm, put):
    firm.change(timezone="America/Edmonton")  # keeps its summer time since 2026
    upload = an_upload(firm, put)
    try:
        clock.set_ahead(datetime.fromisoformat("2026-11-15T06:30:00+00:00") - clock.machine_now())
        review(a_caller(firm), upload.id, "approved")
    finally:
        clock.set_ahead(timedelta())

    counted = {day: data(api.get(f"/insights?from={day}&to={day}"))["reviews"] for day in ("2026-11-14", "2026-11-15")}
    assert counted["2026-11-14"] == []
    assert [(each["day"], each["approved"]) for each in counted["2026-11-15"]] == [("2026-11-15", 1)]


def test_ages_of_open_requests_are_days_of_the_firms_calendar(api, firm):
    firm.change(timezone="Pacific/Auckland")
    matter = a_matter(firm)
    for days in (7, 14, 30, 60):
        midnight = moment_at(today_in(firm.timezone) - timedelta(days=days), time(), firm.timezone)
        a_document(firm, matter).change(created_at=midnight)
        a_document(firm, matter, required=False).change(created_at=midnight - timedelta(seconds=1))

    assert [(each["required"], each["optional"]) for each in data(api.get("/insights"))["open_requests"]] == [
        (1, 0), (1, 1), (1, 1), (1, 1), (0, 1)]


def test_everybody_counts_only_what_they_may_see(firm, rival, intakes, lawyer, put, signed_in_as, api_of):
    staff = a_user(firm, "staff")
    own = a_matter(firm, assigned_attorney=staff.id, client_id=a_client(firm).id)
    an_intake_link(firm, own).change(sent_at=now())
    upload = an_upload(firm, put, a_document(firm, own))
    other = an_upload(firm, put, a_document(firm, own))
    for person, file, status in ((lawyer, upload, "approved"), (staff, other, "approved")):
        with acting_as("person", person.id):
            review(firm, file.id, status)
    page = signed_in_as(staff).get(f"{PAGE}/funnel.csv").text
    assert page.splitlines()[1].startswith("Sent,1,")
    reviews = signed_in_as(staff).get(f"{PAGE}/reviews.csv").text
    assert reviews.splitlines()[0] == f"\ufeffWeek from,A colleague,{staff.email},Together"
    assert reviews.splitlines()[-1].endswith(",1,1,2")
    assert signed_in_as(a_user(firm, "paralegal")).get(f"{PAGE}/funnel.csv").text.splitlines()[1].startswith("Sent,4,")
    assert funnel(data(api_of(rival).get("/insights")))["sent"] == 0
    assert "There is nothing to show" in signed_in_as(a_user(rival)).get(PAGE).text


def test_the_page_its_tables_and_their_csv_agree(firm, intakes, lawyer, put, signed_in_as):
    desk = signed_in_as(lawyer)
    upload = an_upload(firm, put, a_document(firm, intakes[0]))
    with acting_as("person", lawyer.id):
        review(firm, upload.id, "approved")
    page = desk.get(PAGE, query_string={"practice_area": "family_law"})
    answer = desk.get(f"{PAGE}/messages.csv", query_string={"practice_area": "family_law"})
    rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))

    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert rows == [["Channel", "Delivered", "Sent", "Waiting to be sent", "Not sent"],
                    ["E-mail", "0", "0", "0", "0"], ["SMS", "0", "0", "0", "1"]]
    assert "<td>50%</td>" in page.text
    assert {"67%", "33%"} < set(re.findall(r"\d+%", desk.get(PAGE).text))  # of three, rounded
    assert ">=Grace Lin</th>" in page.text
    namesake = a_user(firm, first_name="=Grace", last_name="Lin")
    with acting_as("person", namesake.id):
        review(firm, an_upload(firm, put, a_document(firm, intakes[0])).id, "approved")
    period = {"from": f"{today_in(firm.timezone) - timedelta(days=1)}"}
    names, _, last = desk.get(f"{PAGE}/reviews.csv", query_string=period).text.splitlines()
    reviewers = sorted(f"'=Grace Lin ({each.email})" for each in (lawyer, namesake))
    assert names.split(",")[1:-1] == [*reviewers, "A colleague"]
    assert last == f"{today_in(firm.timezone)},1,1,1,3"
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    spanish = desk.get(PAGE, headers={"Accept-Language": "es"}).text
    assert "Mensajes por resultado" in spanish


def test_odd_addresses_show_something(firm, intakes, signed_in_as, api):
    desk = signed_in_as(a_user(firm))
    for query in ("from=x&to=y", "from=2026-02-30", "from=0001-01-01&to=0001-01-01", "from=9999-12-31", "to=9999-12-31",
                  "from=2030-01-01&to=2020-01-01", "practice_area=x%00", "from=1960-01-01&to=1970-01-01"):
        assert desk.get(f"{PAGE}?{query}").status_code == 200, query
    assert [desk.get(f"{PAGE}/{name}.csv").status_code for name in ("nothing", "..%2f", "=1")] == [404] * 3
    for query in ("from=x", "to=2026-2-1", "practice_area=x", "from=2026-01-02&to=2026-01-01",
                  "from=2024-01-01&to=2026-01-01", "days=3"):
        assert api.get(f"/insights?{query}").status_code == 400, query
    for query in ("from=0001-01-01", "to=9999-12-31", "from=0001-01-01&to=0001-01-02"):
        assert api.get(f"/insights?{query}").status_code == 200, query


def test_the_library_is_the_one_that_its_package_has():
    page = (ROOT / "intake/console/templates/insights.html").read_text(encoding="utf-8")
    name, digest = re.search(r"asset\('(vendor/[^']+)'\) }}\" integrity=\"sha384-([^\"]+)\"", page).groups()

    assert b64encode(sha384((FOLDER / name).read_bytes()).digest()).decode() == digest
    assert f"`{digest}`" in (FOLDER / "vendor/README.md").read_text(encoding="utf-8")
    assert (FOLDER / name).with_name("LICENSE.md").is_file()

"""Reports from the request to the file."""

import csv
import io
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

import pypdfium2
import pytest
import requests

from intake.accounts.generated_files.states import KEPT_FOR, READY, RUNNING
from intake.cases.matters.models import Matter
from intake.console.reports import making
from intake.console.reports.actions import ask_for, remove
from intake.console.reports.jobs import make_report, purge_old_reports
from intake.console.reports.models import Report
from intake.console.reports.states import MOST_UNFINISHED, TYPES
from intake.core.clock import now
from intake.gateways.storage import storage
from tests.builders import (
    a_caller,
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_user,
    an_intake_link,
)
from tests.core.answers import ids


@pytest.fixture
def worker_makes(worker):
    """Request a report through the API, let the worker make it, and return it as the API shows it."""
    def made(api, type, **body):
        answer = api.post(f"/reports/{type}", {"format": "csv"} | body)
        assert answer.status_code == 202, answer.text
        worker.perform_tasks()
        return api.get(f"/reports/{answer.json['data']['id']}").json["data"]

    return made


def file_of(report):
    """The bytes of a report's file."""
    answer = requests.get(report["download"]["url"], timeout=30)
    assert answer.status_code == 200
    return answer.content


def rows_of(report):
    """The rows of a CSV report, as a spreadsheet reads them."""
    text = file_of(report).decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def text_of(report):
    """The text of each page of a PDF report."""
    return [" ".join(page.get_textpage().get_text_range().split())
            for page in pypdfium2.PdfDocument(file_of(report))]


def test_file_is_named_by_the_day_of_the_firm(firm, api, worker_makes):
    report = Report.fetch(firm, worker_makes(api, "matters")["id"])
    firm.change(timezone="America/Los_Angeles")
    report.change(created_at=datetime(2027, 3, 2, 7, 59, tzinfo=UTC))
    answer = requests.get(api.get(f"/reports/{report.id}").json["data"]["download"]["url"], timeout=30)
    assert "matters 2027-03-01.csv" in unquote(answer.headers["Content-Disposition"])


def an_admin(firm):
    return a_caller(firm, user=a_user(firm, "admin"))


def test_funnel_in_spanish_has_american_numbers(api, firm, worker):
    for completed_at in (None, *[now() - timedelta(hours=4)] * 2):
        link = an_intake_link(firm, a_matter(firm, client_id=a_client(firm).id))
        link.change(sent_at=now() - timedelta(hours=40), completed_at=completed_at)
    spanish = ask_for(an_admin(firm), "intake_funnel", "pdf", language="es")
    worker.perform_tasks()
    shown = " ".join(text_of(api.get(f"/reports/{spanish.id}").json["data"])) + " "
    assert (" 1.5 " in shown, " 67% " in shown) == (True, True)


def test_funnel_is_of_all_the_days_that_were_asked_for(api, firm, worker_makes):
    for days in (0, 200, 800):
        link = an_intake_link(firm, a_matter(firm, client_id=a_client(firm).id))
        link.change(sent_at=now() - timedelta(days=days))
    later, before = (f"{now() + timedelta(days=days):%Y-%m-%d}" for days in (2, -400))
    sent = []
    for period in ({}, {"from": "2020-01-01", "to": later}, {"from": before}, {"to": before}, {"from": later},
                   {"from": "9999-12-31"}, {"to": "0001-01-01"}):
        sent.append(rows_of(worker_makes(api, "intake_funnel", **period))[0]["links"])
    assert sent == ["3", "3", "2", "1", "0", "0", "0"]


def test_csv_has_what_the_list_has_and_calculates_nothing(api, firm, worker_makes):
    client = a_client(firm, first_name="María", last_name="Ñúñez")
    hostile = ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "\tx", "＝1+1", ' "=1"']
    broken = {'a;=HYPERLINK("http://x")': 'a;\'=HYPERLINK("http://x")', 'a; "=1"': 'a;\' "=1"', "a;;@b": "a;;'@b"}
    shown = {text: f"'{text}" for text in hostile} | broken | {text: text for text in (
        'a "quoted", title', "a - b; c = d", "1-2")}
    for title in shown:
        Matter.update(title=title).where(Matter.id == a_matter(firm, client_id=client.id).id).execute()
    a_matter(firm, practice_area="immigration", title="Other")

    report = worker_makes(api, "matters", filters={"practice_area": "family_law", "sort": "title", "order": "asc"})

    assert (report["status"], report["progress"], report["rows"]) == ("ready", 100, len(shown))
    rows = rows_of(report)
    assert sorted(row["title"] for row in rows) == sorted(shown.values())
    assert {row["client"] for row in rows} == {"María Ñúñez"}
    assert file_of(report).count(b"\r\n") == len(shown) + 1


def test_every_type_is_made_in_both_formats_and_languages(api, firm, worker, worker_makes):
    matter = a_matter(firm, title="Silva divorce", client_id=a_client(firm, last_name="Silva").id)
    a_document(firm, matter, name="Passport")
    a_deadline(firm, matter, title="Hearing of both")
    a_communication(firm, matter)
    an_intake_link(firm, matter)
    shown = {"matters": "Silva divorce", "documents": "Passport", "deadlines": "Hearing of both",
             "communications": "Silva divorce", "intake_funnel": "complete",
             "lead_funnel": "Referral"}
    a_lead(firm, source={"name": "Referral"})
    for type in TYPES:
        assert shown[type] in file_of(worker_makes(api, type)).decode(), type
        pdf = " ".join(text_of(worker_makes(api, type, format="pdf")))
        assert "Ünal & Partners" in pdf
        assert "Page 1 of 1" in pdf
        assert shown[type].lower() in pdf.lower()
        spanish = ask_for(an_admin(firm), type, "pdf", language="es")
        worker.perform_tasks()
        spanish = api.get(f"/reports/{spanish.id}").json["data"]
        assert "Página 1 de 1" in " ".join(text_of(spanish))


def test_report_has_what_its_list_has_by_every_filter_and_names_it(api, firm, worker_makes):
    matter = a_matter(firm, client_id=a_client(firm).id)
    for _ in range(2):
        a_document(firm, matter)
        a_deadline(firm, matter)
        read = a_communication(firm, matter, direction="inbound")
    assert api.post(f"/communications/{read.id}/read").status_code == 200
    a_communication(firm, matter, direction="inbound")
    moment = {"updated_since": f"{now() + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"}
    for type, filters, count in (("communications", {"unread": "true"}, 1), ("communications", {"unread": "false"}, 2),
                                 *((type, moment, 0) for type in ("communications", "documents", "deadlines"))):
        listed = api.get(f"/{type}", query_string=filters | {"per_page": 100})
        rows = rows_of(worker_makes(api, type, filters=filters))
        assert sorted(row["id"] for row in rows) == sorted(ids(listed)), (type, filters)
        assert len(rows) == count, (type, filters)

    for type, filters, named in (
            ("matters", {"focus": "silent", "days": 30}, "Show only: Client is silent · Days: 30"),
            ("deadlines", {"due_after": "2026-11-01", "due_before": "2026-12-01"},
             "From: 2026-11-01 · Before: 2026-12-01"),
            ("communications", {"unread": True}, "Unread: Yes")):
        assert named in " ".join(text_of(worker_makes(api, type, format="pdf", filters=filters)))


def test_many_rows_are_there_once_each_over_all_pages(api, firm, worker_makes, monkeypatch):
    monkeypatch.setattr("intake.console.reports.contents.ROWS_AT_ONCE", 7)
    ids = {a_matter(firm, title=f"{number} {'x' * 200}").id for number in range(30)}
    report = worker_makes(api, "matters")
    assert sorted(row["id"] for row in rows_of(report)) == sorted(ids)
    pages = text_of(worker_makes(api, "matters", format="pdf"))
    assert len(pages) > 2
    assert all("Matter Client Practice area" in page for page in pages)


def test_a_period_is_of_the_firms_days(api, firm, worker_makes):
    matter = a_matter(firm)
    for day in ("2027-01-01", "2027-01-02", "2027-01-03"):
        a_deadline(firm, matter, due_date=day)
    report = worker_makes(api, "deadlines", **{"from": "2027-01-02", "to": "2027-01-02"})
    assert [row["due_date"] for row in rows_of(report)] == ["2027-01-02"]


def test_staff_get_only_what_is_assigned_to_them_and_see_only_their_own(api, api_as, firm, worker_makes):
    staff, attorney, admin = (a_user(firm, role) for role in ("staff", "attorney", "admin"))
    own = a_matter(firm, assigned_attorney=staff.id)
    a_document(firm, own)
    a_document(firm, a_matter(firm))
    report = worker_makes(api_as(staff), "documents")
    assert [row["matter_id"] for row in rows_of(report)] == [own.id]

    path = f"/reports/{report['id']}"
    assert api_as(admin).get(path).status_code == 200
    assert api_as(attorney).get(path).status_code == 404
    assert api_as(attorney).get("/reports?list=made").json["data"] == []
    filtered = worker_makes(api_as(admin), "matters", filters={"status": "active"})
    assert api_as(admin).get("/reports?list=made").json["data"][0]["filters"] == [
        {"name": "status", "values": ["active"]}], filtered["id"]
    whole = worker_makes(api_as(admin), "documents")
    assert len(rows_of(whole)) == 2
    assert api_as(staff).get(f"/reports/{whole['id']}").status_code == 404

    assert api.patch(f"/matters/{own.id}", {"assigned_attorney": staff.assigned_as[1]}).status_code == 200
    assert api_as(staff).get(path).status_code == 200, "that is the same person"
    assert api.patch(f"/matters/{own.id}", {"assigned_attorney": attorney.id}).status_code == 200
    assert api_as(staff).get(path).status_code == 404, "the matter was taken from them"


def test_reports_from_before_somebody_became_staff_are_theirs_no_more(api, api_as, firm, worker_makes):
    person = a_user(firm, "attorney")
    a_matter(firm)
    whole = worker_makes(api_as(person), "matters")
    assert len(rows_of(whole)) == 1
    for role in ("paralegal", "staff"):
        assert api.patch(f"/firms/users/{person.id}", {"role": role}).status_code == 200
        answer = api_as(person).get(f"/reports/{whole['id']}")
        assert answer.status_code == (404 if role == "staff" else 200)
    assert api.patch(f"/firms/users/{person.id}", {"status": "active"}).status_code == 200

    own = worker_makes(api_as(person), "matters")
    assert rows_of(own) == []
    assert [each["id"] for each in api_as(person).get("/reports?list=made").json["data"]] == [own["id"]]
    assert api_as(person).delete(f"/reports/{whole['id']}").status_code == 404
    assert api.get(f"/reports/{whole['id']}").status_code == 200


def test_who_may_not_read_the_list_gets_no_report_of_it(api_of, api_as, firm, worker_makes):
    clients_only, matters_only = api_of(firm, "clients:read"), api_of(firm, "matters:read")
    assert clients_only.post("/reports/matters", {"format": "csv"}).json["error"]["code"] == "insufficient_scope"
    assert matters_only.post("/reports/documents", {"format": "csv"}).status_code == 403
    assert worker_makes(matters_only, "matters")["status"] == "ready"
    assert worker_makes(api_of(firm, "firms:read"), "documents")["status"] == "ready"


def test_person_who_left_meanwhile_gets_nothing(api, api_as, firm, worker):
    person = a_user(firm, "attorney")
    id = api_as(person).post("/reports/matters", {"format": "csv"}).json["data"]["id"]
    person.change(status="suspended")
    worker.perform_tasks()
    assert api.get(f"/reports/{id}").json["data"]["status"] == "failed"


@pytest.mark.parametrize(("body", "field"), [
    ({"format": "docx"}, "format"),
    ({}, "format"),
    ({"format": "csv", "filters": {"nonsense": "x"}}, "filters.nonsense"),
    ({"format": "csv", "filters": {"page": 2}}, "filters.page"),
    ({"format": "csv", "filters": {"status": ["active"]}}, "filters.status"),
    ({"format": "csv", "filters": {"search": "x" * 300}}, "filters.search"),
    ({"format": "csv", "filters": {"search": "a\0b"}}, "filters"),
    ({"format": "csv", "filters": {"days": 10**30}}, "filters.days"),
    ({"format": "csv", "filters": []}, "filters"),
    ({"format": "csv", "filters": {f"f{number}": "x" for number in range(1001)}}, "filters"),
    ({"format": "csv", "from": "2027-02-30"}, "from"),
    ({"format": "csv", "from": "2027-02-02", "to": "2027-02-01"}, "to"),
])
def test_what_cannot_be_made_is_refused(body, field, api):
    answer = api.post("/reports/matters", body)
    assert answer.status_code == 400, answer.text
    assert field in [each["field"] for each in answer.json["error"]["details"]["fields"]]


def test_days_at_the_ends_of_time_are_no_failure(api, worker_makes):
    for type in TYPES:
        report = worker_makes(api, type, **{"from": "0001-01-01", "to": "9999-12-31"})
        assert report["status"] == "ready", type


def test_a_firm_has_a_bound_and_others_do_not_notice(api, rival_api, firm):
    for _ in range(MOST_UNFINISHED):
        assert api.post("/reports/matters", {"format": "csv"}).status_code == 202
    assert api.post("/reports/matters", {"format": "csv"}).json["error"]["code"] == "too_many_reports"
    assert rival_api.post("/reports/matters", {"format": "csv"}).status_code == 202


def test_a_cancelled_report_ends_in_the_middle_and_leaves_no_file(api, firm, monkeypatch):
    monkeypatch.setattr(making, "ROWS_AT_ONCE", 2)
    for _ in range(5):
        a_matter(firm)
    caller = an_admin(firm)
    report, seen = ask_for(caller, "matters", "csv"), []

    def cancel_at_first_step(file, report, type, firm, rows):
        for row in rows:
            seen.append(row)
            if len(seen) == 1:
                assert api.delete(f"/reports/{report.id}").status_code == 200

    monkeypatch.setattr(making, "write_report", cancel_at_first_step)
    make_report(firm.id, report.id)
    assert len(seen) == 2
    assert api.get(f"/reports/{report.id}").json["data"]["status"] == "cancelled"
    assert stored_under(report) == []


def stored_under(report):
    """The keys under which the storage has files of a report."""
    found = storage._s3.list_objects_v2(Bucket=storage.bucket, Prefix=report.folder)
    return [each["Key"] for each in found.get("Contents", ())]


def test_an_attempt_that_was_superseded_adds_nothing(firm, monkeypatch):
    """The first attempt pauses for longer than its lease; another one makes the report; then the first continues."""
    a_matter(firm)
    report, write = ask_for(an_admin(firm), "matters", "csv"), making.write_report

    def overtaken(*arguments):
        monkeypatch.setattr(making, "write_report", write)
        make_report(firm.id, report.id)
        write(*arguments)

    monkeypatch.setattr(making, "write_report", overtaken)
    make_report(firm.id, report.id)
    ready = Report.fetch(firm, report.id)
    assert (ready.status, stored_under(ready)) == (READY, [ready.storage_key])
    make_report(firm.id, report.id)  # once more changes nothing
    assert Report.fetch(firm, report.id).storage_key == ready.storage_key


def test_failure_in_the_middle_is_made_good_by_the_next_attempt(firm, monkeypatch):
    a_matter(firm)
    report, write = ask_for(an_admin(firm), "matters", "csv"), making.write_report

    def fails(file, *_):
        file.write(b"x" * 9_000_000)
        raise OSError

    monkeypatch.setattr(making, "write_report", fails)
    with pytest.raises(OSError):
        make_report(firm.id, report.id)
    assert Report.fetch(firm, report.id).status == RUNNING
    assert stored_under(report) == []
    monkeypatch.setattr(making, "write_report", write)
    make_report(firm.id, report.id)
    assert Report.fetch(firm, report.id).rows == 1


def test_what_a_killed_attempt_left_is_removed(firm):
    report = ask_for(an_admin(firm), "matters", "csv")
    left = storage._s3.create_multipart_upload(Bucket=storage.bucket, Key=f"{report.folder}run_killed")
    storage._s3.upload_part(Bucket=storage.bucket, Key=f"{report.folder}run_killed", UploadId=left["UploadId"],
                            PartNumber=1, Body=b"x" * 5_242_880)
    make_report(firm.id, report.id)
    uploads = storage._s3.list_multipart_uploads(Bucket=storage.bucket, Prefix=report.folder)
    assert not uploads.get("Uploads")
    assert len(stored_under(report)) == 1


def test_removed_with_its_file_at_once_or_after_seven_days(api, firm, worker, worker_makes):
    removed, old, kept, unfinished = (Report.fetch(firm, worker_makes(api, "matters")["id"]) for _ in range(4))
    remove(an_admin(firm), removed.id)
    worker.perform_tasks()
    old.change(created_at=now() - KEPT_FOR - timedelta(days=1), ready_at=now() - KEPT_FOR - timedelta(minutes=1))
    kept.change(created_at=now() - KEPT_FOR - timedelta(days=1), ready_at=now() - KEPT_FOR + timedelta(minutes=1))
    unfinished.change(created_at=now() - KEPT_FOR - timedelta(days=1), ready_at=None, status=RUNNING)
    purge_old_reports()
    worker.perform_tasks()
    assert [stored_under(each) for each in (removed, old)] == [[], []]
    assert stored_under(kept) == [kept.storage_key]
    assert {report.id for report in Report.of(firm)} == {kept.id, unfinished.id}


def test_the_bell_tells_the_person_and_others_nothing(api, api_as, firm, worker_makes):
    maker, other = a_user(firm, "admin"), a_user(firm, "admin")
    report = worker_makes(api_as(maker), "matters", format="pdf")
    feed = api_as(maker).get("/notifications").json
    assert [(each["type"], each["data"]["report_id"]) for each in feed["data"]] == [("report_ready", report["id"])]
    assert "“Matters” is ready" in feed["data"][0]["message"]
    assert api_as(other).get("/notifications").json["unread_count"] == 0
    assert api_as(other).post(f"/notifications/{feed['data'][0]['id']}/read").status_code == 404


def test_types_say_what_they_take(api):
    types = {each["type"]: each for each in api.get("/reports").json["data"]}
    assert set(types) == set(TYPES)
    assert {"name": "status", "values": ["active", "closed", "archived"]} in types["matters"]["filters"]
    assert "title" in types["matters"]["columns"]
    assert api.post("/reports/nonsense", {"format": "csv"}).status_code == 405

"""Reports that are made every week or month, with their creator's rights."""

from datetime import UTC, date, datetime, timedelta

import pytest

from intake.accounts.access.models import ApiKey
from intake.accounts.audit.models import AuditEntry
from intake.console.reports.jobs import make_scheduled_reports
from intake.console.reports.models import Report, ReportSchedule
from intake.console.reports.scheduling import next_time, period_before
from intake.console.reports.states import MOST_KEPT
from intake.core.clock import now
from intake.core.ids import new_id
from intake.core.local_time import to_local
from tests.builders import a_matter, a_user
from tests.core.answers import refusal
from tests.stand_ins.mailbox import plain

BODY = {"type": "matters", "format": "csv", "frequency": "weekly", "recipients": ["Office@Example.com"]}


@pytest.mark.parametrize(("frequency", "moment", "expected"), [
    ("weekly", "2026-11-22T12:00", "2026-11-23T11:00"),   # Sunday; six o'clock in New York
    ("weekly", "2026-11-23T10:59", "2026-11-23T11:00"),
    ("weekly", "2026-11-23T11:00", "2026-11-30T11:00"),
    ("weekly", "2027-03-10T12:00", "2027-03-15T10:00"),   # daylight saving has begun
    ("monthly", "2026-11-22T12:00", "2026-12-01T11:00"),
    ("monthly", "2026-12-31T12:00", "2027-01-01T11:00"),
])
def test_next_time_is_by_the_clock_of_the_firm(frequency, moment, expected):
    at = next_time(frequency, datetime.fromisoformat(moment).replace(tzinfo=UTC), "America/New_York")
    assert at == datetime.fromisoformat(expected).replace(tzinfo=UTC)


@pytest.mark.parametrize("days_late", [0, 1, 6])
def test_the_period_is_the_whole_week_or_month_before_also_if_it_is_late(days_late):
    late = timedelta(days=days_late)
    assert period_before("weekly", date(2026, 11, 23) + late) == (date(2026, 11, 16), date(2026, 11, 22))
    assert period_before("monthly", date(2028, 3, 1) + late) == (date(2028, 2, 1), date(2028, 2, 29))


def made_at(schedule, times=1):
    """Let the schedule come due this many times."""
    for _ in range(times):
        moment = ReportSchedule.for_job(schedule["id"]).next_at
        for _ in range(2):  # a second worker at the same time makes nothing more
            make_scheduled_reports(moment)


def test_a_link_is_sent_that_those_who_work_here_can_follow(api_as, firm, worker, mailbox, signed_in_as):
    maker, maya, staff = (a_user(firm, role) for role in ("attorney", "paralegal", "staff"))
    body = BODY | {"recipients": [maya.email.title(), maya.email, staff.email], "filters": {"status": "active"}}
    schedule = api_as(maker).post("/reports/schedules", body).json["data"]
    assert schedule["recipients"] == [maya.email, staff.email]
    a_matter(firm)

    made_at(schedule)
    worker.perform_tasks()

    [report] = Report.of(firm)
    [mail] = mailbox.mails(maya.email)
    assert f"/reports#{report.id}" in plain(mail)
    assert "can stop it on the page “Reports”" in plain(mail)
    assert plain(mail).endswith(f"Intake wrote this to {firm.name}.\n")
    seen = [api_as(person).get(f"/reports/{report.id}").status_code for person in (maker, maya, staff)]
    assert seen == [200, 200, 404]
    assert api_as(maya).delete(f"/reports/{report.id}").json["error"]["code"] == "forbidden"
    desk = signed_in_as(maya)
    assert [f"{report.id}/{act}" in desk.get("/reports").text for act in ("download", "remove")] == [True, False]
    assert api_as(maya).get("/reports/schedules").json["data"] == []
    assert api_as(maya).delete(f"/reports/schedules/{schedule['id']}").status_code == 404
    assert api_as(maker).delete(f"/reports/schedules/{schedule['id']}").status_code == 200


def test_who_has_left_gets_no_mail(api, firm, worker, mailbox):
    stays, leaves = a_user(firm), a_user(firm)
    schedule = api.post("/reports/schedules", BODY | {"recipients": [stays.email, leaves.email]}).json["data"]
    leaves.change(status="suspended")
    made_at(schedule)
    worker.perform_tasks()
    assert [len(mailbox.mails(person.email)) for person in (stays, leaves)] == [1, 0]
    refused = api.post("/reports/schedules", BODY | {"recipients": [stays.email, leaves.email]})
    assert [each["field"] for each in refused.json["error"]["details"]["fields"]] == ["recipients.1"]


def test_who_only_reads_the_firm_ends_nothing_of_others(api_of, api_as, firm):
    made = api_of(firm, "matters:read")
    schedule = made.post("/reports/schedules", BODY).json["data"]
    report = made.post("/reports/matters", {"format": "csv"}).json["data"]
    paths = f"/reports/schedules/{schedule['id']}", f"/reports/{report['id']}"
    for reader in (api_of(firm, "firms:read"), api_as(a_user(firm, "admin"), "firms:read", "matters:write")):
        for path in paths:
            answer = reader.delete(path)
            assert (answer.status_code, answer.json["error"]["code"]) == (403, "insufficient_scope")
            assert answer.json["error"]["details"] == {"required_scope": "firms:write"}
    assert [made.delete(path).status_code for path in paths] == [200, 200]
    report = made.post("/reports/matters", {"format": "csv"}).json["data"]
    assert api_of(firm, "firms:read", "firms:write").delete(f"/reports/{report['id']}").status_code == 200


def test_staff_send_only_what_they_see(api_as, firm, worker):
    staff = a_user(firm, "staff")
    a_matter(firm)
    a_matter(firm, assigned_attorney=staff.id)
    made_at(api_as(staff).post("/reports/schedules", BODY).json["data"], times=2)
    worker.perform_tasks()
    assert [report.rows for report in Report.of(firm)] == [1, 1]


def test_messages_are_those_of_the_period(api, firm):
    schedule = api.post("/reports/schedules", BODY | {"type": "communications", "frequency": "monthly"}).json["data"]
    at = ReportSchedule.for_job(schedule["id"]).next_at
    make_scheduled_reports(at + timedelta(days=2))  # no worker ran on the first
    [report] = Report.of(firm)
    assert (report.first_day, report.last_day) == period_before("monthly", at.date())
    assert report.first_day.day == (report.last_day + timedelta(days=1)).day == 1


@pytest.mark.parametrize(("before", "after", "again_in"), [
    ("Pacific/Kiritimati", "Pacific/Honolulu", timedelta(days=1)),  # Monday there is Sunday here
    ("America/New_York", "America/Los_Angeles", timedelta(hours=3)),
    ("Pacific/Honolulu", "Pacific/Kiritimati", None),
])
def test_it_is_of_the_last_week_also_if_the_firm_has_moved_to_another_zone(api, firm, before, after, again_in):
    firm.change(timezone=before)
    schedule = api.post("/reports/schedules", BODY | {"type": "communications"}).json["data"]
    at = ReportSchedule.for_job(schedule["id"]).next_at
    make_scheduled_reports(at - timedelta(days=7))
    firm.change(timezone=after)
    made_at(schedule)
    if again_in:
        assert ReportSchedule.for_job(schedule["id"]).next_at == at + again_in
        assert Report.of(firm).count() == 0
        made_at(schedule)
    monday = to_local(at, before).date()
    [report] = Report.of(firm)
    assert (report.first_day, report.last_day) == (monday - timedelta(days=7), monday - timedelta(days=1))
    assert next_time("weekly", at + timedelta(days=2), after) == ReportSchedule.for_job(schedule["id"]).next_at


@pytest.mark.parametrize("frequency", ["weekly", "monthly"])
def test_a_clock_that_was_far_ahead_postpones_it_no_longer_than_to_its_next_time(api, firm, frequency):
    schedule = api.post("/reports/schedules", BODY | {"frequency": frequency}).json["data"]
    row = ReportSchedule.for_job(schedule["id"])
    at = row.next_at
    row.change(next_at=at + timedelta(days=366))
    for _ in range(2):
        make_scheduled_reports(at - timedelta(hours=1))
    assert (ReportSchedule.for_job(schedule["id"]).next_at, Report.of(firm).count()) == (at, 0)


def test_it_ends_when_the_maker_has_lost_the_right(api_of, api_as, firm):
    person = a_user(firm, "attorney")
    by_person = api_as(person).post("/reports/schedules", BODY).json["data"]
    by_key = api_of(firm, "matters:read").post("/reports/schedules", BODY).json["data"]
    person.change(status="suspended")
    ApiKey.update(revoked_at=datetime.now(UTC)).where(ApiKey.firm_id == firm.id).execute()
    assert by_person["next_at"] == by_key["next_at"]
    made_at(by_key)
    assert (ReportSchedule.of(firm).count(), Report.of(firm).count()) == (0, 0)
    ended = AuditEntry.of(firm).where(AuditEntry.action == "report_schedule.ended")
    assert {entry.actor_type for entry in ended} == {"person", "api_key"}


def test_it_is_made_although_the_firm_may_ask_for_no_more(api, firm):
    Report.insert_many([{"id": new_id("rpt"), "firm_id": firm.id, "type": "matters", "format": "csv", "filters": {},
                         "language": "en", "created_at": now()} for _ in range(MOST_KEPT)]).execute()
    assert refusal(api.post("/reports/matters", {"format": "csv"})) == (409, "too_many_reports")
    made_at(api.post("/reports/schedules", BODY).json["data"])
    assert Report.of(firm).count() == MOST_KEPT + 1


def test_a_suspended_firm_is_left_out(api, firm):
    schedule = api.post("/reports/schedules", BODY).json["data"]
    firm.suspended_at = datetime.now(UTC)
    firm.save(only=["suspended_at"])
    made_at(schedule)
    assert (ReportSchedule.of(firm).count(), Report.of(firm).count()) == (1, 0)


@pytest.mark.parametrize(("change", "field"), [
    ({"recipients": []}, "recipients"), ({"recipients": ["nonsense"]}, "recipients.0"),
    ({"recipients": ["office@example.com", "a.stranger@example.com"]}, "recipients.1"),
    ({"recipients": [f"p{number}@example.com" for number in range(11)]}, "recipients"),
    ({"frequency": "daily"}, "frequency"), ({"type": "nonsense"}, "type"), ({"filters": {"page": 1}}, "filters.page"),
])
def test_what_cannot_be_scheduled_is_refused(change, field, api):
    answer = api.post("/reports/schedules", BODY | change)
    assert answer.status_code == 400
    assert field in [each["field"] for each in answer.json["error"]["details"]["fields"]]

"""`/reports` as forms without a script."""

import re

from intake.console.reports.models import Report, ReportSchedule
from tests.builders import a_user


def send(desk, path, form=None):
    """Send a form of the page."""
    return desk.post(path, {"csrf": desk.form("/reports").fields["csrf"]} | (form or {}))


def test_forms_ask_for_cancel_schedule_and_stop(firm, rival, signed_in_as):
    maker = a_user(firm, "attorney")
    desk, colleague = signed_in_as(maker), signed_in_as(a_user(firm, "paralegal"))
    stranger = signed_in_as(a_user(rival, "admin"))
    assert desk.get("/reports?type=deadlines").status_code == 200
    page = send(desk, "/reports?type=deadlines", {"format": "csv", "from": "2027-01-01", "status": "open"})
    assert page.status_code == 303
    [report] = Report.of(firm)
    assert (report.type, report.filters, str(report.first_day)) == ("deadlines", {"status": "open"}, "2027-01-01")
    assert report.id in desk.get("/reports/progress").text
    for other in (colleague, stranger):
        assert report.id not in other.get("/reports").text
        assert send(other, f"/reports/{report.id}/remove").status_code == 404
        assert other.get(f"/reports/{report.id}/download").status_code == 404
    assert desk.get(f"/reports/{report.id}/download").location.endswith("failed=not_ready")
    send(desk, f"/reports/{report.id}/remove")
    assert Report.of(firm).get().status == "cancelled"

    scheduled = {"format": "pdf", "frequency": "monthly", "recipients": f"{maker.email}; Office@example.com"}
    assert send(desk, "/reports/schedules?type=documents", scheduled).status_code == 303
    [schedule] = ReportSchedule.of(firm)
    assert (schedule.type, schedule.recipients) == ("documents", [maker.email, "office@example.com"])
    assert send(stranger, f"/reports/schedules/{schedule.id}/delete").status_code == 404
    attorney = signed_in_as(a_user(firm, "attorney"))  # who may see it, or was an admin when the page was opened
    answer = send(attorney, f"/reports/schedules/{schedule.id}/delete")
    assert (answer.status_code, "you may not change it any more" in answer.text) == (404, True)
    send(desk, f"/reports/schedules/{schedule.id}/delete")
    assert ReportSchedule.of(firm).count() == 0


def test_what_is_wrong_is_marked_and_kept(firm, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    stranger = {"format": "csv", "frequency": "weekly", "recipients": "a.stranger@example.com"}
    assert "of people of your firm" in send(desk, "/reports/schedules", stranger).text
    page = send(desk, "/reports", {"format": "pdf", "from": "2027-02-02", "to": "2027-02-01", "status": "closed"})
    assert page.status_code == 422
    assert "Enter a date that is not before the first day." in page.text
    assert re.search(r'value="closed" selected', page.text)
    assert send(desk, "/reports", {"format": "csv", "from": "0026-01-01"}).status_code == 422
    assert send(desk, "/reports", {"format": "docx"}).status_code == 422
    assert send(desk, "/reports", {"format": "csv", "status": "nonsense" * 50}).status_code == 422
    unsent = {"format": "csv", "frequency": "weekly", "recipients": ""}
    assert send(desk, "/reports/schedules", unsent).status_code == 422
    assert Report.of(firm).count() == 0

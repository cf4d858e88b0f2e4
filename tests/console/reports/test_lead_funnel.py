"""The report about the progress of leads."""

from datetime import UTC, datetime, timedelta

from intake.accounts.firms.models import Firm
from intake.console.reports.lead_funnel import lead_funnel
from intake.core.clock import now
from intake.engagement.leads.actions import update
from intake.engagement.leads.models import Lead
from intake.engagement.letters.actions import create
from intake.portal.conversions.actions import convert
from tests.builders import a_caller, a_lead, a_user


def test_funnel_counts_by_month_area_and_source(firm, api_as):
    caller = a_caller(firm)
    engaged, cleared, plain = (a_lead(firm, first_name=name, last_name=name, source={"name": source})
                               for name, source in (("Abe", "Google"), ("Zoe", "google"), ("Max", "Phone")))
    a_lead(firm, quarantined=True)
    for lead in (engaged, cleared):
        update(firm, lead.id, status="cleared")
    convert(caller, engaged.id, channels=[]).link.change(completed_at=now())
    Lead.fetch(firm, engaged.id).change(answered_at=engaged.created_at + timedelta(hours=3))
    update(firm, cleared.id, practice_area="other", answered=True)
    Lead.fetch(firm, cleared.id).change(answered_at=cleared.created_at + timedelta(hours=6))
    plain.change(created_at=plain.created_at - timedelta(days=40))

    google, phone = lead_funnel(caller, {})
    assert {name: google[name] for name in google if name != "month"} == {
        "practice_area": "other", "source": "Google", "leads": 2, "answered": 2, "median_hours": 4.5, "cleared": 2,
        "engaged": 1, "signed": 1, "documents_in": 1}
    assert (phone["source"], phone["leads"], phone["median_hours"], phone["documents_in"]) == ("Phone", 1, None, 0)
    matter_id = Lead.fetch(firm, engaged.id).matter_id
    letter = create(firm, matter_id, [{"name": "Abe", "email": "abe@example.com"}], text="We represent you.")
    for status, signed in (("sent", 0), ("voided", 1), ("countersigned", 1)):
        letter.change(status=status, sent_at=now())
        assert [row["signed"] for row in lead_funnel(caller, {})] == [signed, 0]
    assert google["month"] > phone["month"]
    assert [row["source"] for row in lead_funnel(caller, {"source": "PHONE"})] == ["Phone"]
    staff = a_user(firm, "staff")
    assert api_as(staff).post("/reports/lead_funnel", {"format": "csv"}).status_code == 202


def test_months_are_those_of_the_firms_calendar_also_where_postgres_has_older_rules(firm):
    firm.change(timezone="America/Edmonton")  # keeps its summer time since 2026
    for moment in (datetime(2026, 12, 1, 5, 59, tzinfo=UTC), datetime(2026, 12, 1, 6, tzinfo=UTC)):
        a_lead(firm).change(created_at=moment)
    a_lead(firm).change(created_at=datetime(1999, 1, 1, tzinfo=UTC))

    caller = a_caller(Firm.fetch(firm.id))
    assert [(row["month"], row["leads"]) for row in lead_funnel(caller, {})] == [
        ("2026-12", 1), ("2026-11", 1), ("2000-01", 1)]

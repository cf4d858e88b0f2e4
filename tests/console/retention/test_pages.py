"""The pages of retention: adding the usual schedules, changing one, and marking due records."""

import re
from datetime import timedelta

from intake.cases.holds.actions import create as hold
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.records.retention.models import RetentionSchedule, RetentionStep
from tests.builders import a_client, a_lead, a_matter, a_user

PATH = "/settings/records/retention"


def closed(firm, **values):
    matter = a_matter(firm, **values)
    update(firm, matter.id, status="closed")
    then = now() - timedelta(days=3000)
    Matter.update(created_at=then, closed_at=then).where(Matter.id == matter.id).execute()
    return matter


def gone(firm, quarantined=False, **values):
    """Return a lead that was declined, or put into quarantine, long ago."""
    lead, then = a_lead(firm, quarantined=quarantined, **values), now() - timedelta(days=3000)
    lead.change(status="new" if quarantined else "declined", created_at=then, closed_at=then)
    return lead


def test_schedules_from_the_usual_ones_to_what_is_due(firm, desk, signed_in_as, rival):
    page = desk.get(PATH).text
    assert "kept for good" in page
    assert re.findall(r'aria-current="page">([^<]+)', page)[-1:] == ["Retention"]
    desk.submit(PATH, f"{PATH}/usual")
    schedules = {each.practice_area: each for each in RetentionSchedule.of(firm) if each.kind == "matters"}
    assert {area: each.years for area, each in schedules.items()} == {
        None: 7, "estate_planning": None, "criminal": None}
    page = f"{PATH}/{schedules[None].id}"
    wrong = desk.submit(page, page, years="seven", age_of_majority="9")
    assert wrong.status_code == 422
    assert "years from 1 to 100" in wrong.text
    assert "16 to 25" in wrong.text
    desk.submit(page, page, years="8", excepted="Will, deed")
    assert (RetentionSchedule.fetch(firm, schedules[None].id).years,
            RetentionSchedule.fetch(firm, schedules[None].id).excepted) == (8, ["will", "deed"])
    assert "already" in desk.submit(f"{PATH}/new", name="Twice", years="3").text

    over, held = closed(firm, client_id=a_client(firm).id, title="<i>Over</i>"), closed(firm)
    assert "To be destroyed after" in desk.get(f"/matters/{over.id}").text
    hold(firm, "Subpoena", matter_id=held.id)
    assert "Kept: on legal hold" in desk.get(f"/matters/{held.id}").text
    assert "No matter is due" in desk.get(f"{PATH}/due").text  # nobody was told
    RetentionSchedule.update(notice=False).where(RetentionSchedule.firm_id == firm.id).execute()
    due = desk.get(f"{PATH}/due").text
    assert f'value="{over.id}"' in due
    assert "<i>Over" not in due
    assert "On legal hold" in due
    desk.submit(f"{PATH}/due", f"{PATH}/due", id=over.id)
    [step] = RetentionStep.select().where(RetentionStep.firm_id == firm.id)
    assert (step.matter_id, bool(step.planned_at)) == (over.id, True)
    assert over.id in desk.get(f"{PATH}/due?planned=true").text
    assert desk.submit(f"{PATH}/due", f"{PATH}/due", id=held.id).location.endswith("failed=some")
    assert "Some were left" in desk.get(f"{PATH}/due?failed=some").text
    assert signed_in_as(a_user(firm, "attorney")).get(f"{PATH}/due").status_code == 404
    assert signed_in_as(a_user(rival, "admin")).get(page).status_code == 404
    desk.submit(page, f"{page}/remove")
    assert not RetentionSchedule.of(firm).where(RetentionSchedule.id == schedules[None].id).exists()


def test_schedule_that_somebody_else_has_changed_meanwhile_stays(firm, desk, signed_in_as):
    desk.submit(PATH, f"{PATH}/usual")
    [schedule] = RetentionSchedule.of(firm).where(
        RetentionSchedule.kind == "matters", RetentionSchedule.practice_area.is_null())
    page = f"{PATH}/{schedule.id}"
    form = desk.form(page, page).fields
    signed_in_as(a_user(firm, "admin")).submit(page, page, years="10", notice="")
    wrong = desk.post(page, form | {"years": "seven"})
    form = next(each for each in desk.forms_of(wrong.text) if each.action == page).fields
    answer = desk.post(page, form | {"years": "8"})

    assert (wrong.status_code, answer.status_code) == (422, 409)
    assert re.findall("<dt>(.*?), as it is now</dt><dd[^>]*>(.*?)</dd>", answer.text) == [("Years after closing", "10")]
    assert RetentionSchedule.fetch(firm, schedule.id).years == 10
    again = next(each for each in desk.forms_of(answer.text) if each.action == page).fields
    assert desk.post(page, again).status_code == 303
    assert RetentionSchedule.fetch(firm, schedule.id).years == 8


def test_leads_from_a_schedule_to_what_is_due(firm, desk):
    assert 'value="24"' in desk.get(f"{PATH}/new?kind=leads").text
    wrong = desk.submit(f"{PATH}/new?kind=leads", f"{PATH}/new", months="two", quarantine_months="1201")
    assert (wrong.status_code, wrong.text.count("months from 1 to 1,200")) == (422, 2)
    desk.submit(f"{PATH}/new?kind=leads", f"{PATH}/new", name="Inquiries", months="18", quarantine_months="")
    schedule = RetentionSchedule.of(firm).get()
    assert (schedule.kind, schedule.months, schedule.quarantine_months, schedule.notice) == ("leads", 18, None, False)
    page = f"{PATH}/{schedule.id}"
    assert "Write to the client" not in desk.get(page).text
    desk.submit(page, page, months="24", quarantine_months="3")
    listed = desk.get(PATH).text
    assert ("2 years" in listed, "3 months" in listed) == (True, True)

    over, spam, held = gone(firm, first_name="<i>Ove"), gone(firm, quarantined=True), gone(firm, first_name="Ottoline")
    hold(firm, "Subpoena", search={"client_name": "ottoline"})
    assert "To be destroyed after" in desk.get(f"/leads/{over.id}").text
    assert "Kept: on legal hold" in desk.get(f"/leads/{held.id}").text
    assert desk.get(f"{PATH}/due").location.endswith("kind=leads"), "no matter is due"
    due = desk.get(f"{PATH}/due?kind=leads").text
    assert "<i>Ove" not in due
    assert [due.count(words) for words in ("On legal hold", "In quarantine", "Leads (3)", "Matters (0)")] == [1] * 4
    for chosen, said in ((spam, "done=planned"), (held, "failed=some"), (None, "failed=none-chosen")):
        sent = desk.submit(f"{PATH}/due?kind=leads", f"{PATH}/due", **({"id": chosen.id} if chosen else {}))
        assert sent.location.endswith(f"kind=leads&{said}")
    marked = desk.get(f"{PATH}/due?kind=leads&planned=true").text
    assert (spam.id in marked, over.id in marked) == (True, False)
    assert "Waiting to be confirmed" in marked

    desk.submit(f"{PATH}/new?kind=clients", f"{PATH}/new", name="Former clients", years="7")
    of_clients = RetentionSchedule.of(firm).where(RetentionSchedule.kind == "clients").get()
    assert (of_clients.years, "New schedule for clients" in desk.get(PATH).text) == (7, False)
    assert "practice_area" not in desk.get(f"{PATH}/{of_clients.id}").text
    again = desk.submit(f"{PATH}/new?kind=clients", f"{PATH}/new", name="Twice", years="3")
    assert (again.status_code, "already a schedule for clients" in again.text) == (422, True)
    assert "No client is due" in desk.get(f"{PATH}/due?kind=clients").text
    assert "kind=clients&failed=some" in desk.submit(f"{PATH}/due?kind=leads", f"{PATH}/due", kind="clients",
                                                     id=a_client(firm).id).location

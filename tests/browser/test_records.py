"""Legal holds and retention in the browser: placing a hold on a client, the due records, and lifting the hold."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from intake.cases.holds.models import LegalHold
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.records.retention.actions import add_usual
from intake.records.retention.models import RetentionSchedule, RetentionStep
from tests.builders import a_client, a_lead, a_matter

from .desk import DESKTOP


@pytest.fixture
def due_matters(firm):
    """Two matters, each with its own client, that were closed long ago, in a firm with the usual schedules."""
    add_usual(firm)
    RetentionSchedule.update(notice=False).where(RetentionSchedule.firm_id == firm.id).execute()
    matters = [a_matter(firm, title=title, client_id=a_client(firm, first_name=first, last_name=last).id)
               for title, first, last in (("Silva, divorce", "Ana", "Silva"), ("Rivera, custody", "Bo", "Rivera"))]
    then = now() - timedelta(days=3000)
    for matter in matters:
        update(firm, matter.id, status="closed")
    Matter.update(created_at=then, closed_at=then).where(Matter.firm_id == firm.id).execute()
    return matters


@pytest.fixture
def spam(firm):
    """A lead that was put into quarantine long ago, besides another one that was declined."""
    then = now() - timedelta(days=1000)
    leads = [a_lead(firm, first_name=first, quarantined=first == "Zoë") for first in ("Zoë", "Wilhelmina")]
    for lead in leads:
        lead.change(status="new" if lead.quarantined else "declined", created_at=then, closed_at=then)
    return leads[0]


def test_what_is_held_cannot_be_destroyed(desk_of, firm, site, due_matters, spam):
    held, free = due_matters
    phone, found = desk_of("es", "admin"), {}
    page = phone.open(f"/settings/records/holds/new?client_id={held.client_id}")
    found["new"] = phone.problems("hold-new")
    page.get_by_label("Por qué").fill("Rivera contra Silva, citación del 3 de mayo")
    page.locator("form.stack button[type=submit]").click()
    expect(page.get_by_text("Vigente", exact=True)).to_be_visible()
    found["hold"] = phone.problems("hold")
    hold = LegalHold.of(firm).get()
    schedule, of_leads = RetentionSchedule.of(firm).where(RetentionSchedule.practice_area.is_null()).order_by(
        RetentionSchedule.kind.desc())
    for name, path in (("holds", "/holds"), ("retention", "/retention"), ("due", "/retention/due"),
                       ("due-leads", "/retention/due?kind=leads"), ("schedule", f"/retention/{schedule.id}"),
                       ("schedule-leads", f"/retention/{of_leads.id}"),
                       ("new-clients", "/retention/new?kind=clients")):
        phone.open(f"/settings/records{path}")
        found[name] = phone.problems(name)

    desk = desk_of("en", "admin", **DESKTOP)
    page = desk.open(f"/matters/{held.id}")
    expect(page.get_by_label("Legal hold")).to_contain_text("citación del 3 de mayo")
    found["matter"] = desk.violations()
    desk.keep("held-matter-en-1280")
    page = desk.open("/settings/records/retention/due?kind=leads")
    page.get_by_label(spam.full_name).check()
    page.locator("form:has(table) button[type=submit]").click()
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.get_by_label(spam.full_name)).not_to_be_attached()
    page = desk.open(f"/leads/{spam.id}")
    expect(page.get_by_text("To be destroyed after")).to_be_visible()
    desk.keep("lead-kept-en-1280")
    page = desk.open("/settings/records/retention/due")
    expect(page.get_by_label(held.title)).to_be_disabled()
    page.get_by_label(free.title).check()
    page.locator("form:has(table) button[type=submit]").click()
    expect(page.get_by_role("status")).to_be_visible()
    assert [step.matter_id for step in RetentionStep.select().where(RetentionStep.firm_id == firm.id)] == [free.id]

    page.goto(f"{site.url}/settings/records/holds/{hold.id}")
    page.get_by_role("button", name="Lift the hold").click()
    expect(page.get_by_text("The hold itself stays on record.")).not_to_be_attached()
    desk.keep("hold-lifted-en-1280")
    assert LegalHold.fetch(firm, hold.id).lifted_at
    assert found == {name: [] for name in found}

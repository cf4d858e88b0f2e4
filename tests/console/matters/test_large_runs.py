"""Actions on more matters than a request changes: asked once, done by the worker, once each, and undone."""

import re
from datetime import timedelta

import pytest

from intake.cases.matters.models import Matter
from intake.console.matters.bulk.actions import go_on
from intake.console.matters.bulk.jobs import purge_old_bulk_runs, run_bulk_action
from intake.console.matters.bulk.models import BulkRun
from intake.console.matters.bulk.states import AT_ONCE, BATCH, KEPT_FOR
from intake.core.clock import now
from intake.engine.tasks.actions import Postponed
from intake.messaging.communications.models import Communication
from tests.builders import a_caller, a_client, a_matter, a_user
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere

MANY = AT_ONCE + 1
LIST = "/matters"


@pytest.fixture
def matters(firm):
    return [a_matter(firm, title=f"Silva {number}") for number in range(MANY)]


def press(desk, action, page=LIST, **fields):
    """Press a button of the list, and return the page that it leads to."""
    form = desk.form(page, "/matters/bulk")
    return desk.post(form.action, form.fields | fields | {"action": action}).location


def confirm(desk, address):
    """Confirm the question at this address."""
    form = next(form for form in desk.forms_of(desk.get(address).text) if form.action == address.partition("?")[0])
    assert desk.post(form.action, form.fields).location == address


def statuses(firm):
    return {matter.status for matter in Matter.of(firm)}


def test_all_that_match_are_closed_and_made_active_again(desk, firm, matters, worker):
    other = a_matter(firm, title="Okafor")
    address = press(desk, "close", f"{LIST}?search=silva", all="yes")
    assert f"Close {MANY} matters?" in desk.get(address).text
    worker.perform_tasks()
    assert statuses(firm) == {"active"}
    Matter.fetch(firm, matters[7].id).change(status="closed", closed_at=now())
    confirm(desk, address)
    assert f"0 of {MANY}" in desk.get(address).text
    worker.perform_tasks()
    page = desk.get(address).text
    assert f"Closed: {MANY - 1}." in page
    assert "It is not active." in page
    assert "/matters?search=silva" in page
    assert [matter.id for matter in Matter.of(firm).where(Matter.status == "active")] == [other.id]

    form = next(form for form in desk.forms_of(page) if form.action == "/matters/bulk")
    ids = re.findall('name="ids" value="([^"]+)', page)
    desk.post(form.action, form.fields | {"action": "reopen", "ids": ids})
    assert [matter.id for matter in Matter.of(firm).where(Matter.status == "closed")] == [matters[7].id]


def test_links_are_sent_to_the_clients_of_all(desk, firm, matters, worker):
    for number, matter in enumerate(matters):
        matter.change(client_id=a_client(firm, email=f"{number}@example.com").id)
    address = press(desk, "send_link", all="yes")
    assert f"Send {MANY} links?" in desk.get(address).text
    confirm(desk, address)
    desk.post(address, desk.form(LIST, "/matters/bulk").fields)  # once more changes nothing
    [run] = BulkRun.of(firm)
    run_bulk_action(firm.id, run.id)
    assert Communication.of(firm).count() == MANY
    assert f"Links on their way: {MANY}." in desk.get(address).text


def test_kill_9_before_every_effect_assigns_every_matter_once(desk, firm, admin, matters, services):
    address = press(desk, "assign", ids=[matter.id for matter in matters], assigned_to=admin.id)
    run = BulkRun.of(firm).get()
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        assert kill_everywhere(runs, {"task": "run_bulk_action", "arguments": [firm.id, run.id]}) >= 3
    assert {matter.assigned_attorney for matter in Matter.of(firm)} == {admin.id}
    assert f"Assigned: {MANY}." in desk.get(address).text


def test_a_worker_stops_when_another_one_goes_on_with_the_run(desk, firm, admin, matters):
    press(desk, "assign", ids=[matter.id for matter in matters], assigned_to=admin.id)
    slow, fast = BulkRun.of(firm).get(), BulkRun.of(firm).get()
    assert fast.count(1, [])
    with pytest.raises(Postponed):
        go_on(a_caller(firm), slow)
    assert not Matter.of(firm).where(Matter.assigned_attorney.is_null(False)).exists()


def test_nothing_more_is_done_for_somebody_who_has_left(desk, firm, admin, matters, while_locked):
    address = press(desk, "archive", all="yes")
    confirm(desk, address)
    run = BulkRun.of(firm).get()
    while_locked(lambda: Matter.fetch_locked(firm, run.next_ids()[0]), lambda: run_bulk_action(firm.id, run.id),
                 lambda: admin.change(status="suspended"))
    for status in ("suspended", "active"):
        admin.change(status=status)
        run_bulk_action(firm.id, run.id)  # a task that is repeated neither goes on nor is put off
        assert BulkRun.of(firm).get().status == "done"
        assert Matter.of(firm).where(Matter.status == "archived").count() == BATCH


def test_people_with_assigned_matters_see_their_own_runs_and_all_go_after_a_week(desk, firm, matters, signed_in_as):
    address = press(desk, "archive", all="yes")
    assert signed_in_as(a_user(firm, "staff")).get(address).status_code == 404
    BulkRun.update(created_at=now() - KEPT_FOR - timedelta(minutes=1)).where(BulkRun.firm_id == firm.id).execute()
    purge_old_bulk_runs()
    assert desk.get(address).status_code == 404

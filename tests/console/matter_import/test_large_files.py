"""Opening thousands of matters: by the worker, once each, whatever interrupts it."""

import io
from dataclasses import replace
from datetime import timedelta

import pytest
from werkzeug.datastructures import FileStorage

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.console.matter_import import actions
from intake.console.matter_import.jobs import open_imported_matters, purge_old_matter_imports
from intake.console.matter_import.models import MatterImport
from intake.console.matter_import.reading import decode
from intake.console.matter_import.states import KEPT_FOR, MOST
from intake.core.clock import now
from intake.engine.tasks.actions import Postponed
from intake.records.erasures.actions import confirm, propose
from intake.records.erasures.jobs import erase
from tests.builders import a_caller, a_client, a_matter
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere

ROWS = 4


def a_file(rows, first=0):
    """Return a file of so many rows, two for each client."""
    lines = (f"Matter {number},Other,Ana,Client{number // 2},c{number // 2}@example.com"
             for number in range(first, first + rows))
    return "\n".join(["title,practice area,first name,last name,email", *lines]).encode()


@pytest.fixture
def caller(firm, admin):
    return a_caller(firm, user=admin)


@pytest.fixture
def begin(caller):
    """Keep the rows of a file of so many, without the worker: `begin(20)`."""
    return lambda rows: actions.begin(caller, decode(a_file(rows)))


def test_kill_9_before_every_effect_leaves_every_matter_and_client_once(firm, caller, begin, services):
    begun = begin(ROWS)
    actions.start(caller, begun, set(), [])
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        kills = kill_everywhere(runs, {"task": "open_imported_matters", "arguments": [firm.id, begun.id]})
    assert kills >= 3
    ended = MatterImport.in_firm(firm.id, begun.id)
    assert (ended.is_opening, len(ended.opened), ended.content.rows) == (False, ROWS, [])
    assert (Matter.of(firm).count(), Client.of(firm).count()) == (ROWS, ROWS // 2)


def test_a_worker_stops_when_another_one_opens_the_rows(firm, caller, begin):
    begun = begin(2)
    actions.start(caller, begun, set(), [])
    slow, fast = (MatterImport.in_firm(firm.id, begun.id) for _ in range(2))
    assert fast.count_one()
    with pytest.raises(Postponed):
        actions.open_matters(lambda: caller, slow)
    assert not Matter.of(firm).exists()
    assert not Client.of(firm).exists()


def test_the_first_rows_of_the_largest_file_are_shown_and_none_while_they_are_opened(firm, caller, desk):
    a_matter(firm, title="Matter 0")
    token = next(form for form in desk.forms_of(desk.get("/matters/import").text) if form.action == "/matters/import")
    file = FileStorage(io.BytesIO(a_file(MOST)), "<b>Smith.csv")
    address = desk.post("/matters/import", token.fields | {"file": file}, content_type="multipart/form-data").location
    page = desk.get(address).text
    assert "4,999 rows are ready" in page
    assert "and 4,899 more" in page
    assert len(page) < 150_000
    begun = MatterImport.fetch(firm, address.rpartition("/")[2])
    actions.start(caller, begun, set(), [])
    assert MatterImport.fetch_to_show(firm, begun.id).sealed_content is None, "it is asked for every second"
    page = desk.get(address).text
    assert ("Matters are being opened" in page, "Matter 1" in page) == (True, False)
    for shown in (page, desk.get("/matters/import").text):
        assert "<bdi>&lt;b&gt;Smith.csv</bdi>" in shown


def test_rows_beyond_the_plans_limit_wait(app, firm, caller, monkeypatch):
    plans = app.extensions["plans"]
    monkeypatch.setitem(app.extensions, "plans", plans | {firm.plan: replace(plans[firm.plan], matters=2)})
    a_matter(firm)
    begun = actions.begin(caller, "title,practice area\nA,Other\nB,Other\n")
    assert [row.wrong for row in begun.content.rows] == [[], [["The plan's limit of matters is reached.", {}]]]
    actions.start(caller, begun, set(), [])
    open_imported_matters(firm.id, begun.id)
    assert [row["title"] for row in MatterImport.fetch(caller, begun.id).content.rows] == ["B"]


def test_nothing_is_opened_for_somebody_who_has_left(firm, caller, begin, admin, while_locked):
    client = a_client(firm, first_name="Ana", last_name="Client0", email="c0@example.com")
    begun = begin(22)
    actions.start(caller, begun, set(), [])
    while_locked(lambda: Client.fetch_locked(firm, client.id), lambda: open_imported_matters(firm.id, begun.id),
                 lambda: admin.change(status="suspended"))
    for left in (2, 2):
        ended = MatterImport.in_firm(firm.id, begun.id)
        assert (ended.is_opening, len(ended.content.rows), Matter.of(firm).count()) == (False, left, 20)
        actions.start(caller, ended, set(), [])
        open_imported_matters(firm.id, begun.id)


def test_rows_are_encrypted_and_go_after_a_week_and_with_an_erasure(firm, caller, begin):
    old, begun, other = begin(1), begin(1), actions.begin(caller, "title,practice area\nOther,Other\n")
    assert "Client0" not in begun.sealed_content
    old.change(created_at=now() - KEPT_FOR - timedelta(minutes=1))
    purge_old_matter_imports()
    assert {each.id for each in MatterImport.newest(caller)} == {begun.id, other.id}
    actions.begin(caller, "title,practice area\nAnother,Other\n", "Ana Client0.csv")
    client = a_client(firm, first_name="Ana", last_name="Client0", email="another@example.com")
    erasure = propose(a_caller(firm), "asked for", client_id=client.id)
    confirm(a_caller(firm), erasure.id)
    erase(firm.id, erasure.id)
    assert [each.id for each in MatterImport.newest(caller)] == [other.id]

"""A worker killed between any two calls of a sync: repeating the run creates no duplicates (docs/decisions/0012)."""

import threading

import pytest

from intake.cases.clients.actions import update as change_client
from intake.engine.tasks.models import Task
from intake.integrations.sync.jobs import sync
from intake.integrations.sync.models import IntegrationLink, SyncLog
from tests.builders import a_client, a_matter, an_intake_link
from tests.engine.worker.process import WorkerProcess
from tests.stand_ins.platform_server import ConnectionCut
from tests.waiting import wait_until

from .killable import KillableRuns, kill


@pytest.fixture
def killable_runs(services, clio, connection):
    """Runs in processes that may be killed."""
    connection.change(token_expires_at=None)
    with KillableRuns(services, clio.settings()) as killable_runs:
        yield killable_runs


class KillSwitch:
    """Kills the running process at this call, before it is processed or before the response is sent."""

    def __init__(self, place=None, moment=None):
        self.seen, self.pid = 0, threading.Event()
        self._place, self._moment = place, moment
        self.process = None

    def __call__(self, moment, call):
        if moment == "before":
            self.seen += 1
        if (self.seen, moment) == (self._place, self._moment):
            self.pid.wait(10)
            kill(self.process)
            raise ConnectionCut

    def arm(self, pid):
        self.process = pid
        self.pid.set()


def _start_and_kill(stand_in, killable_runs, run, kill_switch):
    stand_in.on_request = kill_switch
    kill_switch.arm(killable_runs.start(run.id))
    code = killable_runs.wait()
    stand_in.on_request = None
    return code


def _kill_at_every_call(stand_in, killable_runs, begin, prepare, check):
    """For each call in a sync, sync a matter of `prepare(name)`, and kill the run before and after the call.

    After the repeated run `check(name, client, matter)` compares the records. Returns the number of calls.
    """
    kill_switch = KillSwitch()
    client, matter = prepare("0")
    run = begin(matter)
    assert _start_and_kill(stand_in, killable_runs, run, kill_switch) == 0
    assert SyncLog.fetch(run, run.id).status == "success"
    check("0", client, matter)
    for place in range(1, kill_switch.seen + 1):
        for moment in ("before", "after"):
            name = f"{place} {moment}"
            client, matter = prepare(name)
            run = begin(matter)
            assert _start_and_kill(stand_in, killable_runs, run, KillSwitch(place, moment)) == -9
            assert SyncLog.fetch(run, run.id).status == "pending"
            sync(run.id)
            log = SyncLog.fetch(run, run.id)
            assert log.status == "success", (name, log.error_message)
            check(name, client, matter)
    return kill_switch.seen


@pytest.mark.parametrize(("address", "names"), [("client{}@example.com", ["one.pdf"]), (None, [])],
                         ids=["with e-mail and document", "without"])
def test_killed_runs_create_no_duplicates(address, names, clio, killable_runs, firm, approved, begin):
    def prepare(name):
        email = address and address.format(name.replace(" ", "."))
        client = a_client(firm, last_name=f"{firm.id[-6:]} {name}", email=email)
        matter = a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard"})
        for filename in names:
            approved(matter, f"%PDF-1.4 {name} {filename}".encode(), filename=filename)
        return client, matter

    def check(name, client, matter):
        contacts = [contact["name"] for contact in clio.contacts.values()]
        matters = [record for record in clio.matters.values() if record["description"] == matter.title]
        documents = [(document["name"], clio.content_of(document)) for record in matters
                     for document in clio.visible_documents(record["id"])]
        [run] = SyncLog.of(firm).where(SyncLog.matter_id == matter.id, SyncLog.run_id.is_null())
        assert contacts.count(f"{client.first_name} {client.last_name}") == len(matters) == 1, name
        assert documents == [(filename, f"%PDF-1.4 {name} {filename}".encode()) for filename in names], name
        assert run.details["documents_uploaded"] == len(names), name

    assert _kill_at_every_call(clio, killable_runs, begin, prepare, check) >= 4 + 4 * len(names)


@pytest.mark.parametrize("segment", ["clio", "lawmatics"])
def test_killed_run_makes_one_contact_beside_that_of_the_former_owner_of_the_address(
        segment, request, firm, connect, run, no_pending_work):
    stand_in = request.getfixturevalue(segment)
    connect(firm, stand_in, segment)
    former = a_client(firm, email="ana@example.com")
    assert run(a_matter(firm, client_id=former.id), segment=segment).status == "success"
    change_client(firm, former.id, email="ana@silva.example")
    matter = a_matter(firm, client_id=a_client(firm, first_name="Bo", email="ana@example.com").id)
    assert run(matter, segment=segment).status == "success"
    # as if the worker had been killed before it stored the id
    IntegrationLink.update(external_id=None).where(IntegrationLink.client_id == matter.client_id).execute()

    assert run(matter, segment=segment).status == "success"
    assert len(stand_in.contacts) == 2


def test_killed_runs_create_no_duplicates_at_lawmatics(services, lawmatics, connect, firm, begin, no_pending_work):
    connect(firm, lawmatics, "lawmatics")

    def prepare(name):
        client = a_client(firm, email=f"{name.replace(' ', '.')}@example.com")
        matter = a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard"})
        link = an_intake_link(firm, matter)
        link.change(completed_at=link.created_at)
        return client, matter

    def check(name, client, matter):
        [prospect] = [id for id, row in lawmatics.prospects.items() if row["case_title"] == matter.title]
        assert [row["email"] for row in lawmatics.contacts.values()].count(client.email) == 1, name
        assert [row["notable_id"] for row in lawmatics.notes.values()].count(prospect) == 1, name

    def begin_at_lawmatics(matter):
        return begin(matter, segment="lawmatics")

    with KillableRuns(services, lawmatics.settings()) as killable_runs:
        assert _kill_at_every_call(lawmatics, killable_runs, begin_at_lawmatics, prepare, check) >= 6


def test_run_of_a_killed_worker_is_finished_by_the_next(clio, connection, services, firm, matter, begin, at_once):
    """As in production: the worker's process is killed, its lease ends, and the next one finishes the run."""
    Task.update(done_at=connection.created_at).where(Task.firm_id == firm.id).execute()
    arrived = threading.Event()

    def wait_for_death(moment, call):
        if (moment, str(call)) == ("after", "POST /api/v4/matters.json") and not arrived.is_set():
            arrived.set()
            gone.wait(60)
            raise ConnectionCut

    clio.on_request, gone = wait_for_death, threading.Event()
    run = begin(matter)
    first = WorkerProcess(services, **clio.settings())
    first.start()
    try:
        assert arrived.wait(60)
        first.kill()
        gone.set()
        task = Task.of(firm).where(Task.name == "sync").get()
        task.change(leased_until=task.created_at)
        second = WorkerProcess(services, **clio.settings())
        second.start()
        try:
            wait_until(lambda: SyncLog.fetch(run, run.id).status != "pending")
        finally:
            second.kill()
    finally:
        if first.is_running:
            first.kill()

    assert SyncLog.fetch(run, run.id).status == "success"
    assert len(clio.contacts) == len(clio.matters) == 1

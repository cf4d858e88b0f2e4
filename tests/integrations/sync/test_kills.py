"""A worker that dies between any two calls of a sync: the run that is repeated makes nothing twice (decisions.md 9)."""

import threading

import pytest

from intake.engine.tasks.models import Task
from intake.integrations.sync.jobs import sync
from intake.integrations.sync.models import SyncLog
from tests.builders import a_client, a_matter, an_intake_link
from tests.engine.worker.process import WorkerProcess
from tests.stand_ins.platform import LineCut

from .killable import Mortals, kill


@pytest.fixture
def mortals(services, clio, connection):
    """Runs in processes that may be killed."""
    connection.change(token_expires_at=None)
    with Mortals(services, clio.settings()) as mortals:
        yield mortals


class Doom:
    """Kills the process that runs when it has come to this call: before anything is done, or before it hears so."""

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
            raise LineCut

    def upon(self, pid):
        self.process = pid
        self.pid.set()


def _killed(stand_in, mortals, begin, matter, doom):
    run = begin(matter)
    stand_in.on_request = doom
    doom.upon(mortals.start(run.id))
    code = mortals.ended()
    stand_in.on_request = None
    return run, code


def _there(clio, matter, client):
    """What Clio has of the matter: its contacts, its matters, and the names and bytes of its documents."""
    name = f"{client.first_name} {client.last_name}"
    matters = [record for record in clio.matters.values() if record["description"] == matter.title]
    documents = [(document["name"], clio.content_of(document)) for record in matters
                 for document in clio.visible_documents(record["id"])]
    return [contact["name"] for contact in clio.contacts.values()].count(name), len(matters), sorted(documents)


@pytest.mark.parametrize(("address", "names"), [("client{}@example.com", ["one.pdf"]), (None, [])],
                         ids=["with e-mail and document", "without"])
def test_killed_runs_create_no_duplicates(address, names, clio, mortals, firm, approved, begin):
    def case(number):
        email = address and address.format(number.replace(" ", "."))
        client = a_client(firm, last_name=f"{firm.id[-6:]} {number}", email=email)
        matter = a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard"})
        for name in names:
            approved(matter, f"%PDF-1.4 {number} {name}".encode(), filename=name)
        return client, matter

    spared = Doom()
    client, matter = case("0")
    run, code = _killed(clio, mortals, begin, matter, spared)
    assert (code, SyncLog.fetch(run, run.id).status) == (0, "success")
    assert spared.seen >= 4 + 4 * len(names)

    for place in range(1, spared.seen + 1):
        for moment in ("before", "after"):
            client, matter = case(f"{place} {moment}")
            run, code = _killed(clio, mortals, begin, matter, Doom(place, moment))
            assert (code, SyncLog.fetch(run, run.id).status) == (-9, "pending")
            sync(run.id)
            log = SyncLog.fetch(run, run.id)
            ended = log.status, log.details.get("documents_uploaded")
            assert ended == ("success", len(names)), (place, moment, log.error_message)
            documents = [(name, f"%PDF-1.4 {place} {moment} {name}".encode()) for name in names]
            assert _there(clio, matter, client) == (1, 1, documents), (place, moment)


def test_killed_runs_create_no_duplicates_at_lawmatics(services, lawmatics, connect, firm, begin, nothing_to_do):
    connect(firm, lawmatics, "lawmatics")

    def case(number):
        client = a_client(firm, email=f"{number.replace(' ', '.')}@example.com")
        matter = a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard"})
        link = an_intake_link(firm, matter)
        link.change(completed_at=link.created_at)
        return client, matter

    def begun(matter):
        return begin(matter, segment="lawmatics")

    def there(client, matter):
        prospects = [id for id, row in lawmatics.prospects.items() if row["case_title"] == matter.title]
        return ([row["email"] for row in lawmatics.contacts.values()].count(client.email), len(prospects),
                [row["notable_id"] for row in lawmatics.notes.values()].count(prospects[0]))

    with Mortals(services, lawmatics.settings()) as mortals:
        spared = Doom()
        client, matter = case("0")
        run, code = _killed(lawmatics, mortals, begun, matter, spared)
        assert (code, SyncLog.fetch(run, run.id).status, there(client, matter)) == (0, "success", (1, 1, 1))
        assert spared.seen >= 6

        for place in range(1, spared.seen + 1):
            for moment in ("before", "after"):
                client, matter = case(f"{place} {moment}")
                run, code = _killed(lawmatics, mortals, begun, matter, Doom(place, moment))
                assert (code, SyncLog.fetch(run, run.id).status) == (-9, "pending")
                sync(run.id)
                log = SyncLog.fetch(run, run.id)
                assert log.status == "success", (place, moment, log.error_message)
                assert there(client, matter) == (1, 1, 1), (place, moment)


def test_run_of_a_killed_worker_is_finished_by_the_next(clio, connection, services, firm, matter, begin, at_once):
    """As in production: the worker's process is killed, its lease ends, and the next one finishes the run."""
    Task.update(done_at=connection.created_at).where(Task.firm_id == firm.id).execute()
    arrived = threading.Event()

    def wait_for_death(moment, call):
        if (moment, str(call)) == ("after", "POST /api/v4/matters.json") and not arrived.is_set():
            arrived.set()
            gone.wait(20)
            raise LineCut

    clio.on_request, gone = wait_for_death, threading.Event()
    run = begin(matter)
    first = WorkerProcess(services, **clio.settings())
    first.start()
    try:
        assert arrived.wait(20)
        first.kill()
        gone.set()
        task = Task.of(firm).where(Task.name == "sync").get()
        task.change(leased_until=task.created_at)
        second = WorkerProcess(services, **clio.settings())
        second.start()
        try:
            deadline = threading.Event()
            for _ in range(400):
                if SyncLog.fetch(run, run.id).status != "pending":
                    break
                deadline.wait(0.05)
        finally:
            second.kill()
    finally:
        if first.is_running:
            first.kill()

    assert SyncLog.fetch(run, run.id).status == "success"
    assert len(clio.contacts) == len(clio.matters) == 1

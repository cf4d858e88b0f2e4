"""A worker is killed while it reads or fills in a form, or the matter is erased: one result remains, or none."""

from signal import SIGKILL

import pytest

from config.settings import Settings
from intake.cases.court_forms.actions import add, issue_upload_url, remove
from intake.cases.court_forms.fills import start
from intake.cases.court_forms.jobs import fill_court_form, read_court_form
from intake.cases.court_forms.models import CourtForm, CourtFormFill
from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.models import Upload
from intake.core.content_types import PDF
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.gateways.storage import Storage, storage
from intake.records.erasures import actions as erasures
from intake.records.erasures.jobs import erase
from intake.records.erasures.models import Erasure
from tests.browsing import Browser
from tests.builders import a_caller
from tests.cases.uploads.storage_proxy import StorageProxy
from tests.engine.worker.process import WorkerProcess
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere, posted
from tests.stand_ins.clamd import EICAR, Clamd
from tests.stand_ins.court_form import court_form
from tests.waiting import wait_until


@pytest.fixture
def storage_proxy(app, services, monkeypatch):
    """A `StorageProxy` between the application and its storage."""
    proxy = StorageProxy(services.env["S3_ENDPOINT_URL"])
    monkeypatch.setitem(app.extensions, "storage", Storage(Settings.load(
        services.env | {"S3_ENDPOINT_URL": proxy.url})))
    yield proxy
    proxy.stop()


def test_killed_worker_leaves_one_result(services, firm, form, matter_of, no_pending_work):
    fill = start(firm, matter_of().id, form.id)
    process = WorkerProcess(services)
    process.start()
    try:
        wait_until(lambda: Task.select().where(
            Task.firm_id == firm.id, Task.name == "fill_court_form", Task.attempts > 0).exists(), 40)
    finally:
        process.kill()
    for _ in range(2):
        fill_court_form(firm.id, fill.id)
    assert CourtFormFill.fetch(firm, fill.id).status == "ready"
    assert DocumentRequest.of(firm).where(DocumentRequest.from_firm).count() == Upload.of(firm).count() == 1
    assert storage.head(fill.upload_key).size > 1000


def test_killed_worker_leaves_no_infected_form(services, firm):
    form = add(firm, EICAR, name="Petition", filename="petition.pdf", content_type=PDF)
    with Clamd() as clamd, KillableRuns(
            services, {"CLAMD_URL": clamd.url}, "tests.killed_steps:perform") as runs:
        assert kill_everywhere(runs, {"task": "read_court_form", "arguments": [firm.id, form.id]}) >= 2

    read = CourtForm.fetch(firm, form.id)
    assert read.problem == "infected"
    assert [storage.head(key) for key in (read.storage_key, read.incoming_key)] == [None, None]


def test_confirmations_that_were_killed_leave_one_copy_of_the_form(app, services, firm, api):
    form = issue_upload_url(firm, PDF, 1000, name="Petition", filename="petition.pdf")
    storage.put(form.incoming_key, court_form(), PDF)
    confirmation = posted(Browser(app), f"/api/v1/court-forms/{form.id}/confirm") | {"headers": {"X-Api-Key": api.key}}
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        assert kill_everywhere(runs, confirmation) >= 2
    read_court_form(firm.id, form.id)
    assert [each.key for each in storage.listed(f"files/{firm.id}/{form.id}/")] == [
        CourtForm.fetch(firm, form.id).storage_key]


@pytest.fixture
def killed(services, firm, form, matter_of):
    """A fill whose worker was killed when it had stored the file, but not recorded it."""
    fill = start(firm, matter_of().id, form.id)
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        runs.start({"task": "fill_court_form", "arguments": [firm.id, fill.id], "place": 1})
        assert runs.wait() == -SIGKILL
    assert storage.head(fill.upload_key)
    return CourtFormFill.fetch(firm, fill.id)


def test_no_file_stays_of_a_killed_worker_whose_matter_is_erased_then(firm, killed):
    erasure = erasures.propose(a_caller(firm), "asked for", matter_id=killed.matter_id)
    erasures.confirm(a_caller(firm), erasure.id)
    erase(firm.id, erasure.id)
    fill_court_form(firm.id, killed.id)
    assert storage.head(killed.upload_key) is None
    assert "uploads" not in Erasure.fetch(firm, erasure.id).erased


def test_no_file_stays_of_a_killed_worker_whose_form_is_removed_then(firm, killed, form, worker):
    remove(firm, form.id)
    fill_court_form(firm.id, killed.id)
    worker.settle()
    assert CourtFormFill.fetch(firm, killed.id).problem == "removed"
    assert storage.head(killed.upload_key) is None


def test_nothing_stays_of_a_form_whose_matter_is_erased_while_it_is_filled_in(app, firm, form, matter_of,
                                                                              storage_proxy):
    matter = matter_of()
    fill = start(firm, matter.id, form.id)

    def erase_meanwhile(method, path):
        if method == "PUT" and fill.upload_id in path:
            with app.app_context(), db.connection_context():
                erasure = erasures.propose(a_caller(firm), "asked for", matter_id=matter.id)
                erasures.confirm(a_caller(firm), erasure.id)
                erase(firm.id, erasure.id)

    storage_proxy.intercept = erase_meanwhile
    fill_court_form(firm.id, fill.id)
    assert not CourtFormFill.of(firm).exists()
    assert storage.head(fill.upload_key) is None

"""A worker killed while it fills in a form: repeating the task leaves one document and one file."""

from intake.cases.court_forms.fills import start
from intake.cases.court_forms.jobs import fill_court_form
from intake.cases.court_forms.models import CourtFormFill
from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.models import Upload
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from tests.accounts.access.waiting import wait_until
from tests.engine.worker.process import WorkerProcess


def test_killed_worker_leaves_one_result(services, firm, form, matter_of, nothing_to_do):
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

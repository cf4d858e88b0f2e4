"""Retention, closing and the end of exports, killed before each effect in turn: each is done, once, and recorded."""

from datetime import timedelta

import pytest

from intake.accounts.audit.chain import verify
from intake.accounts.audit.models import AuditEntry
from intake.cases.matters.actions import update as change_matter
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from intake.messaging.communications.models import Communication
from intake.records.closing.models import Closing
from intake.records.erasures.models import Erasure
from intake.records.exports.actions import ask_for
from intake.records.exports.models import Export
from intake.records.retention.actions import create
from intake.records.retention.models import RetentionStep
from tests.browsing import Browser
from tests.builders import a_client, a_document, a_matter, a_user, an_upload
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere, posted


@pytest.fixture(scope="module")
def runs(services):
    """Processes that may be killed."""
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        yield runs


def acts(firm, action):
    return AuditEntry.of(firm).where(AuditEntry.action == action).count()


def files(firm):
    return [each.key for folder in ("files", "incoming", "quarantine/files", "exports")
            for each in storage.listed(f"{folder}/{firm.id}/")]


def planned(firm, name):
    return Task.of(firm).where(Task.name == name).count()


def test_matters_whose_time_is_over_are_destroyed_once(firm, runs, put, worker):
    create(firm, name="Closed", years=7, notice=True, automatic=True)
    for number in range(2):
        matter = a_matter(firm, client_id=a_client(firm, email=f"{number}.{firm.slug}@example.com").id)
        an_upload(firm, put, a_document(firm, matter))
        change_matter(firm, matter.id, status="closed")
        then = now() - timedelta(days=9 * 366)
        Matter.update(created_at=then, closed_at=then).where(Matter.id == matter.id).execute()
    assert kill_everywhere(runs, {"job": "tell_clients_of_destruction"}) >= 2
    assert Communication.of(firm).count() == 2
    RetentionStep.update(notified_at=now() - timedelta(days=61), announced_day=firm.today - timedelta(days=1)).where(
        RetentionStep.firm_id == firm.id).execute()
    assert kill_everywhere(runs, {"job": "propose_destruction"}) >= 2
    assert [acts(firm, action) for action in ("matter.destruction_planned", "erasure.confirmed")] == [2, 2]
    assert (Erasure.of(firm).count(), planned(firm, "erase")) == (2, 2)
    worker.settle()
    assert (Matter.of(firm).count(), [each.status for each in Erasure.of(firm)]) == (0, ["done"] * 2)
    assert (files(firm), verify(firm.id).first_bad) == ([], None)


def test_exports_that_are_not_kept_any_longer_leave_no_file(firm, caller, runs, worker):
    ask_for(caller)
    worker.settle()
    assert files(firm)
    Export.update(ready_at=now() - timedelta(days=100), created_at=now() - timedelta(days=100)).where(
        Export.firm_id == firm.id).execute()
    assert kill_everywhere(runs, {"job": "purge_old_exports"}) >= 1
    worker.settle()
    assert (Export.of(firm).count(), files(firm)) == (0, [])


def test_firm_that_leaves_is_closed_and_erased_once(app, firm, api, runs, worker, mailbox):
    admin = a_user(firm, "admin")
    hook = api.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]}).json["data"]["id"]
    close = posted(Browser(app), "/api/v1/firms/closing", json={"name": firm.name})
    assert kill_everywhere(runs, close | {"headers": {"X-Api-Key": api.key}}) >= 1
    assert (Closing.of(firm).count(), Export.of(firm).count(), acts(firm, "firm.closed")) == (1, 1, 1)
    assert Closing.current(firm).paused["webhooks"] == [hook]
    worker.settle()
    assert Export.of(firm).get().status == "ready"
    Closing.update(erase_at=now() - timedelta(minutes=1)).where(Closing.firm_id == firm.id).execute()
    assert kill_everywhere(runs, {"job": "end_due_closings"}) >= 1
    assert (Erasure.of(firm).count(), acts(firm, "firm.closing_ended"), planned(firm, "erase")) == (1, 1, 1)
    worker.settle()
    assert (Erasure.of(firm).get().status, files(firm)) == ("done", [])
    assert [mail["Subject"] for mail in mailbox.mails(admin.email)]

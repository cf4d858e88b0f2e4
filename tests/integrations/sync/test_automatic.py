"""Automatic syncs, according to the firm's settings."""


from intake.integrations.sync.models import SyncLog
from tests.builders import a_client, a_matter

STATUS = "/integrations/clio/status"


def test_approval_syncs_the_matter(clio, connection, matter, approved, worker):
    approved(matter)
    worker.settle()
    [log] = SyncLog.of(connection).where(SyncLog.action == "sync_matter")

    assert (log.status, log.trigger, log.matter_id) == ("success", "automatic", matter.id)
    assert len(clio.visible_documents()) == 1


def test_several_approvals_are_one_sync(clio, connection, matter, approved, worker):
    for _ in range(3):
        approved(matter)
    worker.settle()

    assert SyncLog.of(connection).where(SyncLog.action == "sync_matter").count() == 1
    assert len(clio.visible_documents()) == 3


def test_approval_does_not_sync_when_switched_off(clio, connection, matter, approved, worker, api):
    api.patch(STATUS, {"auto_sync_on_approval": False})
    approved(matter)
    worker.settle()

    assert not SyncLog.of(connection).exists()


def test_new_matter_is_synced_only_when_switched_on(clio, connection, firm, worker, api):
    a_matter(firm, client_id=a_client(firm).id)
    worker.settle()
    assert clio.matters == {}
    api.patch(STATUS, {"auto_sync_on_matter_created": True})
    title = a_matter(firm, client_id=a_client(firm).id).title
    worker.settle()

    assert [theirs["description"] for theirs in clio.matters.values()] == [title]


def test_automatic_sync_of_a_matter_without_a_client_is_skipped(clio, connection, firm, worker, api):
    api.patch(STATUS, {"auto_sync_on_matter_created": True})
    a_matter(firm)
    worker.settle()
    log = SyncLog.of(connection).get()

    assert (log.status, log.error_code) == ("skipped", "platform_rejected")
    assert api.get(STATUS).json["sync_status"] == "idle"


def test_approval_does_not_sync_after_disconnecting(clio, connection, matter, approved, worker, api):
    api.post("/integrations/clio/disconnect")
    approved(matter)
    worker.settle()

    assert clio.matters == {}
    assert not SyncLog.of(connection).exists()


def test_approval_does_not_sync_to_other_firms(clio, connection, matter, rival, connect, approved, worker):
    theirs = connect(rival, clio)
    approved(matter)
    worker.settle()

    assert not SyncLog.of(theirs).exists()


def test_change_of_status_does_not_sync(clio, connection, matter, run, api, worker):
    run(matter)
    before = len(clio.calls)
    api.patch(f"/matters/{matter.id}", {"status": "closed"})
    worker.settle()

    assert len(clio.calls) == before

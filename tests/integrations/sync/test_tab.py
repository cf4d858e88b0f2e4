"""The tab of a matter that shows its syncs."""

import pytest

from intake.integrations.sync.models import SyncLog
from tests.builders import a_matter, a_user


@pytest.fixture
def admin(firm, signed_in_as):
    return signed_in_as(a_user(firm, "admin"))


def test_matter_is_synced_and_found_at_the_platform(admin, clio, connection, matter, worker):
    path = f"/matters/{matter.id}/sync"
    assert "The matter is not there yet." in admin.get(path).text
    answer = admin.submit(path, f"{path}/clio")
    assert "The sync has begun." in admin.get(answer.location).text
    assert "Waiting" in admin.get(path).text
    worker.perform_tasks()
    run = SyncLog.of(connection).where(SyncLog.matter_id == matter.id, SyncLog.run_id.is_null()).get()
    page = admin.get(path).text

    assert (run.status, run.trigger) == ("success", "manual")
    assert f"/nc/#/matters/{run.external_id}\"" in page
    assert ("Synced" in page, "Sync now" in page) == (True, True)


def test_failed_run_says_why_and_is_tried_again(admin, connection, firm, run):
    without_client = a_matter(firm)
    failed = run(without_client)
    page = admin.get(f"/matters/{without_client.id}/sync").text

    assert failed.status == "failed"
    assert failed.error_message in page
    assert "Try again" in page


def test_tab_is_for_admins_of_connected_firms(admin, connection, firm, matter, rival, signed_in_as, statements):
    path = f"/matters/{matter.id}/sync"
    assert f'href="{path}"' in admin.get(f"/matters/{matter.id}").text
    with statements() as seen:
        admin.get(path)
    assert len(seen) <= 5, seen
    for person in (a_user(firm, "attorney"), a_user(firm, "staff"), a_user(rival, "admin")):
        browser = signed_in_as(person)
        assert browser.get(path).status_code == 404
        assert browser.post(f"{path}/clio", browser.form("/matters", "/logout").fields).status_code == 404
    form = admin.form(path, f"{path}/clio").fields
    assert "failed=not-connected" in admin.post(f"{path}/nonsense", form).location
    connection.change(is_active=False)
    assert "failed=not-connected" in admin.post(f"{path}/clio", form).location
    assert f'href="{path}"' not in admin.get(f"/matters/{matter.id}").text
    assert "The firm is not connected" in admin.get(path).text

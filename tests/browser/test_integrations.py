"""Connecting Clio, a failure and its repair."""

from playwright.sync_api import expect

from tests.builders import a_client, a_matter
from tests.stand_ins.registration import registered_at

CLIO = "/settings/integrations/clio"


def test_clio_is_connected_breaks_and_is_mended(app, clio, desk_of, firm, worker, no_pending_work):
    matters = [a_matter(firm, title=title, client_id=a_client(firm, first_name=name, email=f"{name}@example.com").id)
               for title, name in (("Silva divorce", "ana"), ("Estate of כהן " + "Wolfeschlegel" * 5, "dan"))]
    desk, found = desk_of(role="admin"), {}
    before = len(clio.matters)  # those of other tests

    def look(name, path):
        desk.open(path)
        found[name] = desk.problems(f"integrations-{name}")

    def sync(matter):
        desk.open(f"/matters/{matter.id}/sync").get_by_role("button", name="Sync now").or_(
            desk.page.get_by_role("button", name="Try again")).click()
        with registered_at(app, clio):
            worker.perform_tasks()

    look("none", "/settings/integrations")
    page = desk.page
    page.get_by_role("link", name="Connect Clio").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The firm is connected.")
    expect(page.locator(".platform", has_text="Clio")).to_contain_text("Ada Keeper")
    sync(matters[0])
    clio.fail(422, on="POST /api/v4/contacts", times=2)
    sync(matters[1])
    look("failed", CLIO)
    expect(desk.page.get_by_role("region", name="Not synced")).to_contain_text("Clio refused what was sent.")
    desk.page.get_by_role("button", name="Try again").click()
    expect(desk.page.get_by_role("status").first).to_contain_text("The sync has begun.")
    expect(desk.page.locator("#runs [data-unfinished]")).to_have_count(1)
    clio.remove_app()
    with registered_at(app, clio):
        worker.perform_tasks()
    expect(desk.page.locator("#runs [data-unfinished]")).to_have_count(0)  # without loading the page again
    look("refused", "/settings/integrations")
    expect(desk.page.locator(".platform .notice")).to_contain_text("Clio does not accept the connection any more.")
    desk.page.get_by_role("link", name="Connect Clio again").click()
    expect(desk.page.get_by_role("status")).to_contain_text("The firm is connected.")
    clio.heal()
    desk.open(CLIO).get_by_role("button", name="Try again").click()
    expect(desk.page.get_by_role("status").first).to_be_visible()
    with registered_at(app, clio):
        worker.perform_tasks()
    look("mended", CLIO)
    expect(desk.page.get_by_role("region", name="Not synced")).to_have_count(0)
    assert len(clio.matters) == before + 2
    look("disconnect", f"{CLIO}/disconnect")
    desk.page.get_by_role("button", name="Disconnect Clio").click()
    expect(desk.page.get_by_role("status")).to_contain_text("Synced data stays")

    assert found == {name: [] for name in found}

"""The clients in a browser."""

import pytest
from playwright.sync_api import expect

from tests.builders import a_client, a_communication, a_matter

from .test_new_matter import attorney, desk_of  # noqa: F401  (fixtures)
from .test_review import DESKTOP


@pytest.fixture
def ana(firm):
    """A client with a matter and a message, besides one with a very long name and one with a right-to-left name."""
    a_client(firm, first_name="Wolfeschlegelsteinhausenbergerdorff" * 2, last_name="Featherstonehaugh-Cholmondeley" * 2,
             email=f"{'a' * 60}@{'b' * 60}.example")
    a_client(firm, first_name="ליאור", last_name="כהן")
    ana = a_client(firm, email="ana@example.com", phone="+15185550142", notes="Prefers\nmornings.",
                   address={"line1": "12 Main St", "city": "Albany", "state": "NY", "zip": "12207"})
    matter = a_matter(firm, client_id=ana.id, title="Silva divorce")
    a_communication(firm, matter)
    a_communication(firm, matter, status="failed", channel="email", subject="Your documents")
    return ana


def test_client_is_found_and_changed(desk_of, ana):  # noqa: F811
    page = desk_of(**DESKTOP).open("/clients")
    page.get_by_role("searchbox").fill("silv")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Silva, Ana").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("City").fill("Troy")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator(".details")).to_contain_text("Troy")


def test_pages_are_accessible(desk_of, ana):  # noqa: F811
    desk, found = desk_of("es"), {}
    twin = a_client(ana, first_name="Aná", phone="+15185550143")
    for name, path in (("list", "/clients"), ("merge", f"/clients/{ana.id}/merge?with={twin.id}"),
                       ("client", f"/clients/{ana.id}"), ("form", f"/clients/{ana.id}/edit")):
        desk.open(path)
        found[name] = desk.problems(f"clients-{name}")
    page = desk.open("/clients/new")
    for name in ("first_name", "last_name"):
        page.locator(f"#{name}").fill(getattr(ana, name))
    page.locator("main form.stack button").click()
    expect(page.get_by_role("alert")).to_contain_text("Silva")
    found["new"] = desk.problems("clients-new")

    assert found == {name: [] for name in found}


def test_empty_lists_are_accessible(desk_of):  # noqa: F811
    desk = desk_of("es")
    for path in ("clients", "matters"):
        desk.open(f"/{path}")
        assert desk.problems(f"{path}-empty") == []

"""Saved views: in the API, and on their lists."""

import re

import pytest

from intake.console.saved_views.models import SavedView
from intake.console.saved_views.states import IN_ROW
from intake.core.clock import now
from intake.core.ids import new_id
from tests.builders import a_client, a_user
from tests.core.answers import data, ids, refusal, wrong_fields

CLOSED = {"name": "Closed", "page": "/matters?status=closed"}
LONG = "عرض القضايا المغلقة "


def views_in(answer):
    """Return (name, address) of the views on the page, in order."""
    listed = re.search(r'<nav class="views".*?</ul>', answer.text, re.DOTALL)
    return [(name, page.replace("&amp;", "&")) for page, name in
            re.findall(r'<a href="([^"]+)"[^>]*><bdi>([^<]+)</bdi>', listed[0] if listed else "")]


def test_own_views_are_seen_by_their_owner_alone(api_as, api, rival_api, firm, lawyer):
    mine, colleague = api_as(lawyer), api_as(a_user(firm, "admin"))
    view = data(mine.post("/views", CLOSED), 201)
    assert view == CLOSED | {"id": view["id"], "shared": False}
    path = f"/views/{view['id']}"
    for other in (colleague, api, rival_api):
        assert ids(other.get("/views")) == []
        for answer in (other.get(path), other.patch(path, {"name": "X"}), other.delete(path)):
            assert refusal(answer) == (404, "view_not_found")

    assert data(mine.patch(path, {"shared": True, "name": "Done"})) == view | {"shared": True, "name": "Done"}
    assert data(colleague.get(path))["name"] == "Done"
    assert ids(rival_api.get("/views")) == []
    assert data(mine.delete(path)) == {"id": view["id"], "deleted": True}
    assert ids(mine.get("/views")) == []


def test_shared_views_belong_to_everyone_in_the_firm(api_as, api, firm, lawyer):
    staff = api_as(a_user(firm, "staff"))
    by_key = data(api.post("/views", CLOSED), 201)
    assert by_key["shared"]
    shared = data(api_as(lawyer).post("/views", CLOSED | {"shared": True}), 201)

    for page in ("/matters?status=closed&search=Silva", f"/clients/{a_client(firm).id}", "/matters?%73earch=Silva",
                 "/review?matter=Silva", "/review?matter%5Fid=mat%5F01JD0Q8Z4W6V9XK3M5N7P2R4T6"):
        api.post("/views", {"name": "Silva", "page": page})
    assert ids(staff.get("/views")) == [by_key["id"], shared["id"]], "names of clients who are not theirs"
    assert len(ids(api_as(lawyer).get("/views"))) == 7
    assert data(staff.patch(f"/views/{shared['id']}", {"name": "Y"}))["name"] == "Y"
    assert data(staff.delete(f"/views/{shared['id']}"))["deleted"]
    assert wrong_fields(staff.patch(f"/views/{by_key['id']}", {"shared": False})) == {"shared"}
    assert wrong_fields(api.post("/views", CLOSED | {"shared": False})) == {"shared"}
    assert refusal(api_as(lawyer, "matters:read").post("/views", CLOSED)) == (403, "insufficient_scope")


@pytest.mark.parametrize("page", [
    "https://evil.example/matters", "//evil.example/matters", "/\\evil.example", "matters", "", " ", "/api/v1/matters",
    "/nonsense", "/matters#x", "/matters?a=b\nc", "javascript:alert(1)", "/logout", "/account", "/p/x",
    "/" + "m" * 2000])
def test_page_is_an_address_of_the_console(api, page):
    assert wrong_fields(api.post("/views", CLOSED | {"page": page})) == {"page"}


def test_view_has_neither_a_position_nor_a_notice(api):
    view = data(api.post("/views", CLOSED | {"page": "/matters?status=closed&page=3&done=saved"}), 201)
    assert view["page"] == "/matters?status=closed"
    assert data(api.patch(f"/views/{view['id']}", {"page": "/review?undo=upl_1&age=3"}))["page"] == "/review?age=3"
    assert data(api.patch(f"/views/{view['id']}", {"name": "Old"}))["page"] == "/review?age=3"


def test_view_is_saved_shared_and_deleted_on_its_list(firm, lawyer, signed_in_as):
    mine, colleague = signed_in_as(lawyer), signed_in_as(a_user(firm, "paralegal"))
    address = "/matters?search=silva+%26+co&status=closed"
    assert "Save this view" not in mine.get("/matters").text
    answer = mine.submit(f"{address}&page=1&done=saved", "/views", name=LONG * 4, shared=None)
    assert answer.location == address
    [view] = SavedView.select().where(SavedView.firm_id == firm.id)
    assert views_in(mine.get("/matters")) == [(view.name, address)]
    assert views_in(colleague.get("/matters")) == views_in(mine.get("/clients")) == []

    page = mine.get(f"{address}&page=1")
    assert "Save this view" not in page.text
    assert re.search(r'aria-current="page"><bdi>', page.text)
    mine.submit(address, f"/views/{view.id}", name="Silva", shared="yes")
    assert views_in(colleague.get("/matters")) == [("Silva", address)]
    assert "Change this view" not in colleague.get("/matters").text

    colleague.submit(address, f"/views/{view.id}/delete")
    assert views_in(mine.get("/matters")) == []


def test_second_to_rename_a_shared_view_sees_the_first_ones_name(firm, lawyer, signed_in_as, api):
    view = data(api.post("/views", CLOSED), 201)
    path = f"/views/{view['id']}"
    mine = signed_in_as(lawyer)
    form = mine.form(CLOSED["page"], path).fields
    signed_in_as(a_user(firm, "admin")).submit(CLOSED["page"], path, name="Done")
    answer = mine.post(path, form | {"name": "Ended"})
    assert answer.status_code == 409
    assert 'Name, as it is now</dt><dd class="text" dir="auto">Done</dd>' in answer.text
    assert data(api.get(path))["name"] == "Done"
    [again] = [form for form in mine.forms_of(answer.text) if form.action == path]
    assert again.fields["name"] == "Ended"
    mine.post(path, again.fields)
    assert data(api.get(path))["name"] == "Ended"


def test_wrong_view_is_not_saved(firm, lawyer, signed_in_as, api, api_as):
    mine = signed_in_as(lawyer)
    for fields in ({"name": " "}, {"name": "x" * 81}, {"name": "A", "page": "https://evil.example/"}):
        answer = mine.submit("/matters?status=closed", "/views", **fields)
        assert (answer.status_code, "Enter a name" in answer.text) == (422, True)
    answer = mine.submit("/matters?status=closed", "/views", name=" ", shared="yes")
    assert '<p class="back"><a href="/matters?status=closed">' in answer.text
    [again] = [form for form in mine.forms_of(answer.text) if form.action == "/views"]
    assert (again.fields["page"], again.fields["shared"]) == ("/matters?status=closed", "yes")
    assert data(api_as(lawyer).get("/views")) == []

    view = data(api.post("/views", CLOSED), 201)
    answer = mine.submit("/matters?status=closed", f"/views/{view['id']}", shared=None)
    assert (answer.status_code, "made by a program" in answer.text) == (422, True)
    answer = mine.submit("/matters?status=closed", f"/views/{view['id']}", name=" ")
    assert (answer.status_code, "Enter a name" in answer.text) == (422, True)
    assert '<p class="back"><a href="/matters?status=closed">' in answer.text
    assert mine.post("/views/view_nonsense/delete", mine.form("/matters", "/logout").fields).status_code == 404


def test_lists_of_work_have_their_views(firm, signed_in_as, statements):
    browser = signed_in_as(a_user(firm, "admin"))
    for page in ("/review?matter=silva&file=upl_1&undo=upl_2", "/messages?status=unread&channel=&before=x",
                 "/deadlines?status=completed&after=x"):
        assert browser.submit(page, "/views", name="Mine").headers["Location"]
        path = page.partition("&")[0]
        assert views_in(browser.get(page)) == [("Mine", path)]
        assert f'<a href="{path}" aria-current="page">' in browser.get(page).text
    assert views_in(browser.get("/deadlines"))


def test_views_beyond_a_row_are_in_a_menu(firm, lawyer, signed_in_as):
    SavedView.insert_many([{
        "id": new_id("view"), "firm_id": firm.id, "name": f"View {number:03}", "page": f"/matters?tag={number}",
        "shared": True, "created_at": now(), "updated_at": now()} for number in range(70)]).execute()
    page = signed_in_as(lawyer).get("/matters?tag=69")
    names = [f"View {number:03}" for number in range(70)]
    assert [name for name, _ in views_in(page)] == [*names[:IN_ROW], names[-1]]
    assert re.findall(r"<bdi>(View \d+)<", page.text.partition("More views")[2]) == names[IN_ROW:-1]

"""Staff see only the matters assigned to them, not even the number of others (docs/behaviour.md, "Roles")."""

import pytest

from intake.accounts.users.actions import change as change_user
from intake.core.db import db
from intake.messaging.notifications.models import Notification
from tests.builders import (
    a_caller,
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_user,
    an_upload,
)
from tests.core.answers import data, ids, refusal


@pytest.fixture
def member(firm):
    """A user with the role staff."""
    return a_user(firm, "staff")


@pytest.fixture
def staff(api_as, member):
    """The API with the staff member's token."""
    return api_as(member)


@pytest.fixture
def assigned(firm, member):
    """A matter with its own client, assigned to the staff member: `assigned(title="…")`."""
    return lambda **values: a_matter(
        firm, **({"assigned_attorney": member.id, "client_id": a_client(firm).id} | values))


@pytest.fixture
def elsewhere(firm):
    """Matters with a client, assigned to somebody else or to no one, which the staff member must not see."""
    client, colleague = a_client(firm, last_name="Elsewhere"), a_user(firm, "staff")
    return [a_matter(firm, client_id=client.id, title=f"Elsewhere {whose}", assigned_attorney=whose)
            for whose in (colleague.id, None, "atty_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "Maya")]


def _notify(firm, matter=None, **values):
    return Notification.create(firm_id=firm.id, type="document_uploaded", occasion=f"of {matter and matter.id}",
                               message="Something was uploaded.", data={"matter_id": matter.id} if matter else {},
                               awaits_alert=False, **values)


# Lists and totals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", [
    {}, {"status": "active"}, {"practice_area": "family_law"}, {"search": "e"}, {"sort": "title", "order": "asc"},
    {"status": "active", "practice_area": "family_law", "search": "matter", "sort": "updated_at"},
], ids=lambda query: " ".join(query) or "all")
def test_only_assigned_matters_are_listed_and_counted(staff, assigned, elsewhere, query, statements):
    mine = {assigned(title="Matter mine").id, assigned(title="Matter mine, too").id}

    with statements() as seen:
        answer = staff.get("/matters", query_string=query)

    assert set(ids(answer)) == mine
    assert answer.json["pagination"] == {"page": 1, "per_page": 20, "total": 2, "has_more": False}
    assert len(seen) <= 3


def test_filters_and_pages_leave_out_what_is_not_assigned(staff, assigned, elsewhere):
    mine = [assigned() for _ in range(3)]
    staff.patch(f"/matters/{mine[0].id}", {"status": "closed"})

    assert ids(staff.get("/matters", query_string={"status": "closed"})) == [mine[0].id]
    assert ids(staff.get("/matters", query_string={"client_id": mine[1].client_id})) == [mine[1].id]
    other = staff.get("/matters", query_string={"client_id": elsewhere[0].client_id})
    assert (data(other), other.json["pagination"]["total"]) == ([], 0)
    second = staff.get("/matters", query_string={"per_page": 2, "page": 2, "sort": "created_at", "order": "asc"})
    assert ids(second) == [mine[2].id]
    assert second.json["pagination"] == {"page": 2, "per_page": 2, "total": 3, "has_more": False}


@pytest.mark.parametrize("page", [1, 3, 7, 8], ids=lambda page: f"page {page}")
def test_pages_far_in_a_long_list(staff, firm, member, page):
    db.execute_sql(
        "INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, assigned_attorney, created_at, "
        "updated_at) SELECT 'mat_' || %(firm)s || n, %(firm)s, n, n, 'active', 'other', "
        "CASE n %% 2 WHEN 0 THEN %(member)s END, now() + n * interval '1 s', now() FROM generate_series(1, 1500) AS n",
        {"firm": firm.id, "member": member.assigned_as[1]})

    answer = staff.get("/matters", query_string={"page": page, "per_page": 100, "order": "asc"})

    last = min(100 * page, 750)
    assert [row["title"] for row in data(answer)] == [str(2 * n) for n in range(100 * page - 99, last + 1)]
    assert answer.json["pagination"]["total"] == 750


def test_only_clients_of_assigned_matters_are_listed_and_counted(staff, firm, assigned, elsewhere, statements):
    a_client(firm)
    first, second = assigned(), assigned()
    assigned(client_id=first.client_id)
    a_matter(firm, client_id=first.client_id)

    with statements() as seen:
        answer = staff.get("/clients")

    assert {row["id"]: row["matters_count"] for row in data(answer)} == {first.client_id: 2, second.client_id: 1}
    assert answer.json["pagination"]["total"] == 2
    assert len(seen) <= 3
    assert data(staff.get("/clients", query_string={"search": "elsewhere"})) == []


def test_client_shows_only_assigned_matters(staff, api, firm, assigned):
    mine = assigned()
    other = a_matter(firm, client_id=mine.client_id)

    seen, whole = (data(who.get(f"/clients/{mine.client_id}")) for who in (staff, api))

    assert ([matter["id"] for matter in seen["matters"]], seen["matters_count"]) == ([mine.id], 1)
    assert ([matter["id"] for matter in whole["matters"]], whole["matters_count"]) == ([other.id, mine.id], 2)


def test_search_is_limited_to_assigned_matters(staff, api, firm, assigned, statements):
    mine = assigned(title="Marlow v. Pike", client_id=a_client(firm, last_name="Marlow").id)
    document = a_document(firm, mine, name="Marlow passport")
    other = a_matter(firm, title="Marlow v. Grey", client_id=a_client(firm, last_name="Marlow").id)
    a_document(firm, other, name="Marlow visa")
    a_matter(firm, title="Estate of the Marlow house", client_id=mine.client_id)

    with statements() as seen:
        found = staff.get("/search", query_string={"q": "marlow", "limit": 20})

    assert {kind: [row["id"] for row in rows] for kind, rows in data(found).items()} == {
        "matters": [mine.id], "clients": [mine.client_id], "documents": [document.id]}
    assert data(found)["matters"][0]["client_name"] == "Ana Marlow"
    assert data(found)["clients"][0]["matters_count"] == 1
    assert data(found)["documents"][0]["matter_title"] == "Marlow v. Pike"
    assert found.json["total_results"] == 3
    assert len(seen) <= 3
    assert api.get("/search", query_string={"q": "marlow"}).json["total_results"] == 7


def test_feed_is_limited_to_assigned_matters(staff, api, firm, assigned, elsewhere, statements):
    mine = _notify(firm, assigned())
    for matter in (*elsewhere, None):
        _notify(firm, matter)

    for path in ("/notifications", "/notifications/recent"):
        with statements() as seen:
            feed = staff.get(path)
        assert ids(feed) == [mine.id]
        assert (feed.json["pagination"]["total"], feed.json["unread_count"]) == (1, 1)
        assert len(seen) <= 4  # the token, the page, its total, the unread count
    assert api.get("/notifications").json["unread_count"] == 6


def test_records_below_assigned_matters_only(staff, firm, put, assigned):
    mine, other = assigned(), a_matter(firm)
    for matter, expected in ((mine, 200), (other, 404)):
        document = a_document(firm, matter)
        upload = an_upload(firm, put, document)
        a_deadline(firm, matter)
        a_communication(firm, matter)
        paths = [f"/matters/{matter.id}", f"/matters/{matter.id}/documents", f"/matters/{matter.id}/deadlines",
                 f"/matters/{matter.id}/communications", f"/documents/{document.id}", f"/uploads/{upload.id}",
                 f"/uploads/{upload.id}/download"]
        assert {path: staff.get(path).status_code for path in paths} == dict.fromkeys(paths, expected)


# Assignment -----------------------------------------------------------------------------------------------------------


def test_both_ids_of_a_user_count_as_assignment(staff, assigned, member, api):
    usr, atty = member.assigned_as
    assert (usr, atty) == (member.id, member.id.replace("usr_", "atty_"))
    mine = assigned(assigned_attorney=usr), assigned(assigned_attorney=atty)

    assert set(ids(staff.get("/matters"))) == {matter.id for matter in mine}
    assert data(staff.get(f"/matters/{mine[1].id}"))["assigned_attorney"] == atty  # as it was given


def test_filter_by_either_id_finds_what_is_assigned_under_both(api, firm, put, worker):
    person = a_user(firm)
    mine = [a_matter(firm, assigned_attorney=id) for id in person.assigned_as]
    for matter in (*mine, a_matter(firm, assigned_attorney=a_user(firm).id), a_matter(firm)):
        an_upload(firm, put, a_document(firm, matter))
        a_deadline(firm, matter)
        a_communication(firm, matter)
        a_lead(firm, assigned_to=matter.assigned_attorney)
    paths = [f"/{name}?assigned_attorney=" for name in ("uploads", "documents", "deadlines", "communications")]
    for id in person.assigned_as:
        for query in ("", "&updated_since=2020-01-01T00:00:00Z", "&search=a", "&status=active", "&focus=needs_action"):
            assert set(ids(api.get(f"/matters?assigned_attorney={id}{query}"))) == {each.id for each in mine}, query
        for path in (*paths, "/leads?assigned_to="):
            assert api.get(f"{path}{id}").json["pagination"]["total"] == 2, path
        report = data(api.post("/reports/matters", {"format": "csv", "filters": {"assigned_attorney": id}}), 202)
        worker.perform_tasks()
        assert data(api.get(f"/reports/{report['id']}"))["rows"] == 2
    assert ids(api.get("/matters?assigned_attorney=usr_")) == []


@pytest.mark.parametrize("name", ["{}x", "x{}", "{} ", "USR_{}", "%", "mat_{}", "usr_{}x"], ids=str)
def test_similar_ids_do_not_count(staff, firm, member, name):
    a_matter(firm, assigned_attorney=name.format(member.id.removeprefix("usr_")))

    assert staff.get("/matters").json["pagination"]["total"] == 0


def test_assigned_staff_of_another_firm_see_nothing(api_as, firm, rival):
    stranger = a_user(rival, "staff")
    matter = a_matter(firm, assigned_attorney=stranger.id, client_id=a_client(firm).id)

    theirs = api_as(stranger)

    assert theirs.get("/matters").json["pagination"]["total"] == 0
    assert theirs.get("/clients").json["pagination"]["total"] == 0
    assert refusal(theirs.get(f"/matters/{matter.id}")) == (404, "matter_not_found")


def test_assignment_takes_effect_with_the_next_request(staff, api, firm, member):
    matter = a_matter(firm, client_id=a_client(firm).id)
    document = a_document(firm, matter)
    paths = [f"/matters/{matter.id}", f"/documents/{document.id}", f"/clients/{matter.client_id}"]

    for name, status in ((None, 404), (member.assigned_as[1], 200), ("atty_somebody_else", 404), (member.id, 200)):
        api.patch(f"/matters/{matter.id}", {"assigned_attorney": name})
        assert [staff.get(path).status_code for path in paths] == [status] * 3
        assert staff.get("/matters").json["pagination"]["total"] == (status == 200)


def test_reassigned_matter_is_returned_once_and_then_not_found(staff, assigned, firm):
    matter, colleague = assigned(), a_user(firm, "staff")

    assert data(staff.patch(f"/matters/{matter.id}", {"assigned_attorney": colleague.id}))["id"] == matter.id
    assert refusal(staff.get(f"/matters/{matter.id}")) == (404, "matter_not_found")
    assert refusal(staff.patch(f"/matters/{matter.id}", {"tags": ["mine"]})) == (404, "matter_not_found")


def test_matter_can_be_reassigned_and_change_template_at_once(staff, api, assigned):
    template = data(api.post("/matter-templates", {"name": "Visa", "documents": [{"name": "Passport"}]}), 201)
    matter = assigned()

    changed = data(staff.patch(f"/matters/{matter.id}",
                               {"assigned_attorney": None, "intake_template_id": template["id"]}))

    assert changed["documents_count"] == 1
    assert staff.get(f"/matters/{matter.id}").status_code == 404


def test_unseen_client_cannot_be_set_on_a_matter(staff, assigned, elsewhere, rival):
    matter, own = assigned(), assigned()
    for unseen in (elsewhere[0].client_id, a_client(rival).id, "cli_01JD0Q8Z4W6V9XK3M5N7P2R4T6"):
        answer = staff.patch(f"/matters/{matter.id}", {"client_id": unseen})
        assert refusal(answer) == (404, "client_not_found")
        assert answer.json["error"]["details"] == {"id": unseen, "resource": "client"}

    assert data(staff.patch(f"/matters/{matter.id}", {"client_id": own.client_id}))["client_id"] == own.client_id


# Changes of role ------------------------------------------------------------------------------------------------------


def test_role_takes_effect_with_the_next_request(api_as, firm, admin, assigned):
    person = a_user(firm, "admin")
    caller = api_as(person)
    assigned()

    seen = {}
    for role in ("admin", "attorney", "paralegal", "staff"):
        change_user(a_caller(firm), person.id, role=role)
        seen[role] = (caller.get("/matters").json["pagination"]["total"], caller.get("/webhooks").status_code,
                      caller.post("/clients", {}).status_code)

    assert seen == {"admin": (1, 200, 400), "attorney": (1, 403, 400), "paralegal": (1, 403, 403),
                    "staff": (0, 403, 403)}


def test_suspension_takes_effect_with_the_next_request(staff, firm, member, admin):
    assert staff.get("/matters").status_code == 200
    change_user(a_caller(firm), member.id, status="suspended")
    assert refusal(staff.get("/matters")) == (401, "unauthorized")


def test_forbidden_answer_is_not_replayed(api_as, firm, admin, member):
    caller, once = api_as(member), {"Idempotency-Key": "role"}
    body = {"title": "Opened once", "practice_area": "other"}
    assert refusal(caller.post("/matters", body, headers=once)) == (403, "forbidden")

    change_user(a_caller(firm), member.id, role="attorney")

    answer = caller.post("/matters", body, headers=once)
    assert (answer.status_code, answer.headers.get("Idempotency-Replayed")) == (201, None)
    change_user(a_caller(firm), member.id, role="staff")
    assert refusal(caller.post("/matters", body, headers=once)) == (403, "forbidden")


def test_forbidden_answer_has_no_details(staff):
    error = staff.get("/webhooks").json["error"]
    assert error == {"code": "forbidden", "message": "Your role does not allow this.", "details": {}}


def test_key_created_by_a_user_names_the_user(api_as, firm, admin):
    made = data(api_as(admin).post("/firms/api-keys", {"name": "Reports", "scopes": ["matters:read"]}), 201)
    row = db.execute_sql("SELECT created_by FROM api_keys WHERE id = %s", (made["id"],)).fetchone()
    assert row == (admin.id,)

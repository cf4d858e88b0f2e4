"""Merging duplicates on the pages of the clients."""

import pytest

from intake.cases.client_merges.actions import merge
from intake.cases.clients.models import Client
from intake.cases.holds.actions import create as put_on_hold
from tests.builders import a_client, a_matter, a_user


@pytest.fixture
def pair(firm):
    ana = a_client(firm, email="ana@example.com")
    return ana, a_client(firm, first_name="Aná", phone="+15185550142")


def test_duplicate_is_found_merged_and_brought_back(firm, pair, signed_in_as):
    ana, other = pair
    matter = a_matter(firm, client_id=other.id, title="Silva divorce")
    desk = signed_in_as(a_user(firm, "attorney"))
    assert f"/clients/{ana.id}/merge" in desk.get(f"/clients/{ana.id}").text
    path = f"/clients/{ana.id}/merge"
    assert f"{path}?with={other.id}" in desk.get(path).text
    assert f"{path}?with={other.id}" in desk.get(f"{path}?search=518-555-0142").text
    assert "No client matches." in desk.get(f"{path}?search=ana@example.com").text

    form = desk.form(f"{path}?with={other.id}", path)
    answer = desk.post(path, form.fields | {"stays": ana.id})
    assert answer.headers["Location"] == f"/clients/{ana.id}?done=merged"
    page = desk.get(f"/clients/{ana.id}?done=merged").text
    assert ["Silva divorce" in page, "Aná Silva was merged into this client." in page, "(518) 555-0142" in page] == [
        True, True, True]
    assert desk.get(f"/clients/{other.id}").headers["Location"] == f"/clients/{ana.id}"
    assert "was merged into" not in signed_in_as(a_user(firm, "paralegal")).get(f"/clients/{ana.id}").text

    undo = f"/clients/{other.id}/merge/undo"
    fields = desk.form(f"/clients/{ana.id}", undo).fields
    for _ in range(2):  # a double click
        assert desk.post(undo, fields).headers["Location"] == f"/clients/{other.id}?done=undone"
    assert matter.title in desk.get(f"/clients/{other.id}").text
    again = fields | {"csrf": fields["csrf"].partition(".")[0]}
    assert desk.post(undo, again).headers["Location"] == f"/clients/{ana.id}?failed=late"


def test_hold_is_shown_before_somebody_tries_to_merge(firm, pair, signed_in_as):
    ana, other = pair
    put_on_hold(firm, "Subpoena", matter_id=a_matter(firm, client_id=other.id).id)
    page = signed_in_as(a_user(firm, "attorney")).get(f"/clients/{ana.id}/merge?with={other.id}").text
    assert "Subpoena" in page
    assert ">Merge</button>" not in page


def test_form_of_a_client_who_was_merged_meanwhile_leads_to_the_one_who_stays(firm, pair, signed_in_as):
    ana, other = pair
    desk, last = signed_in_as(a_user(firm, "attorney")), a_client(firm, first_name="Bea")
    edited, merged = desk.form(f"/clients/{other.id}/edit"), desk.form(f"/clients/{ana.id}/merge?with={other.id}")
    merge(firm, other.id, ana.id)
    undo = desk.form(f"/clients/{ana.id}", f"/clients/{other.id}/merge/undo").fields
    merge(firm, ana.id, last.id)
    for answer in (desk.post(f"/clients/{other.id}/edit", edited.fields | {"notes": "Called on Monday."}),
                   desk.post(f"/clients/{ana.id}/merge", merged.fields | {"stays": ana.id}),
                   desk.get(f"/clients/{other.id}/edit")):
        assert (answer.status_code, "was merged into another one" in answer.text) == (404, True)
        assert f'<a href="/clients/{last.id}"><bdi>Bea Silva' in answer.text
        assert "deleted this" not in answer.text
    answer = desk.post(f"/clients/{other.id}/edit", edited.fields | {"notes": "Called on Monday."})
    assert "Called on Monday." in answer.text
    answer = desk.get(desk.post(f"/clients/{other.id}/merge/undo", undo).location)
    assert "Undo that merge first." in desk.get(answer.location).text
    staff = signed_in_as(a_user(firm, "staff"))
    assert last.full_name not in staff.get(f"/clients/{other.id}/edit").text


def test_only_those_who_may_merge_their_own_firms_clients(firm, rival, pair, signed_in_as):
    ana, other = pair
    theirs = a_client(rival)
    desk, path = signed_in_as(a_user(firm, "admin")), f"/clients/{ana.id}/merge"
    fields = desk.form(f"{path}?with={other.id}", path).fields
    for changed in ({"stays": theirs.id}, {"other": theirs.id, "stays": theirs.id}, {"other": ana.id, "stays": ana.id},
                    {"stays": ""}, {"other": "\x00", "stays": ana.id}):
        assert desk.post(path, fields | changed).status_code == 404, changed
    assert [desk.get(f"{path}?with={id}").status_code for id in (theirs.id, "%00", "x" * 999)] == [404] * 3
    for user in (a_user(firm, "paralegal"), a_user(rival, "admin")):
        assert signed_in_as(user).get(path).status_code == 404
    assert Client.of(firm).count() == 2

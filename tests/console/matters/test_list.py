"""The list of matters."""

import re
from html import unescape

import pytest

from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.ids import new_id
from tests.builders import a_client, a_document, a_matter, a_user, an_upload


@pytest.fixture
def attorney(firm, signed_in_as):
    return signed_in_as(a_user(firm, "attorney"))


def titles(answer):
    """Return the titles listed on the page, in order."""
    return re.findall(r'<th scope="row"><a href="/matters/mat_\w+"><bdi>([^<]+)</bdi>', answer.text)


def test_row_has_what_one_looks_for(attorney, firm):
    lawyer = a_user(firm, first_name="Grace", last_name="Lin")
    matter = a_matter(firm, title="Silva divorce", client_id=a_client(firm).id, assigned_attorney=lawyer.id)
    for _ in range(2):
        a_document(firm, matter)
    page = attorney.get("/matters").text

    assert titles(attorney.get("/matters")) == ["Silva divorce"]
    for part in ("<bdi>Ana Silva</bdi>", "Family law", "0 of 2", "<bdi>Grace Lin</bdi>", "Active"):
        assert part in page


def test_person_in_charge_is_named_by_either_id(attorney, firm):
    lawyer = a_user(firm, first_name="Grace", last_name="Lin")
    a_matter(firm, assigned_attorney=lawyer.assigned_as[1])
    a_matter(firm, assigned_attorney="somebody in Clio")

    assert "<bdi>Grace Lin</bdi>" in attorney.get("/matters").text
    assert "<bdi>somebody in Clio</bdi>" in attorney.get("/matters").text


def test_without_a_matter_it_says_so(attorney):
    page = attorney.get("/matters").text
    assert ("No matters yet" in page, page.count('href="/matters/new"')) == (True, 2)
    assert [text in page for text in ('id="search"', "Export as CSV", "0 matters")] == [False] * 3  # there is nothing
    assert "0 matters" in attorney.get("/matters?search=silva").text


def test_thousands_have_a_mark(attorney, firm):
    at = now()
    values = {"firm_id": firm.id, "status": "active", "practice_area": "other", "created_at": at, "updated_at": at}
    Matter.insert_many([values | {"id": new_id("mat"), "title": f"{number}", "title_key": f"{number}"}
                        for number in range(1001)]).execute()
    assert "1,001 matters" in attorney.get("/matters").text


def test_where_all_are_closed_it_leads_to_those(attorney, firm):
    update(firm, a_matter(firm, title="Closed").id, status="closed")
    page = attorney.get("/matters").text
    assert ("No active matters" in page, "No matters yet" in page, 'id="search"' in page) == (True, False, True)
    assert titles(attorney.get(re.search(r'"(/matters[^"]*)">Show closed and archived matters', page)[1])) == ["Closed"]


@pytest.mark.parametrize(("filters", "expected"), [
    ("", ["A", "B"]), ("status=closed", ["C"]), ("status=all", ["A", "B", "C"]), ("practice_area=criminal", ["B"]),
    ("status=nonsense&practice_area=nonsense&sort=id&order=up&page=x", ["A", "B"]), ("search=silva", ["A"]),
    ("search=ana+a", ["A"]), ("search=%00b", ["B"]), ("search=%20", ["A", "B"]), ("search=%25", []),
    ("assigned=usr_nonsense", []), ("tag=RUSH", ["B"]), ("tag=rush%00&status=all", ["B", "C"])
], ids=lambda value: value if isinstance(value, str) else None)
def test_filters(attorney, firm, filters, expected):
    a_matter(firm, title="A", client_id=a_client(firm).id)
    a_matter(firm, title="B", practice_area="criminal", tags=["rush"])
    update(firm, a_matter(firm, title="C", tags=["Rush"]).id, status="closed")

    assert sorted(titles(attorney.get(f"/matters?{filters}"))) == expected


def test_filter_by_the_person_in_charge(attorney, firm):
    lawyer = a_user(firm)
    a_matter(firm, title="A", assigned_attorney=lawyer.id)
    a_matter(firm, title="B", assigned_attorney=lawyer.assigned_as[1])
    a_matter(firm, title="C")

    assert sorted(titles(attorney.get(f"/matters?assigned={lawyer.id}"))) == ["A", "B"]


def test_nothing_that_matches_leads_back_to_all(attorney, firm):
    a_matter(firm)
    page = attorney.get("/matters?search=nonsense").text

    assert "No matter matches" in page
    assert '<a href="/matters">Show all active matters</a>' in page


def test_search_that_finds_nothing_leads_to_matters_of_every_status(attorney, firm):
    a_matter(firm, title="Silva & Sons", status="closed", practice_area="business")
    page = attorney.get("/matters?search=silva+%26&practice_area=business").text
    [wider] = re.findall('<a href="([^"]+)">Search matters of every status</a>', page)

    assert titles(attorney.get(unescape(wider))) == ["Silva &amp; Sons"]
    nothing = attorney.get("/matters?search=nonsense&status=all").text
    assert ("No matter matches" in nothing, "every status" in nothing) == (True, False)
    assert "every status" not in attorney.get("/matters?practice_area=other").text


@pytest.mark.parametrize(("order", "expected"), [
    ("", ["b", "C", "a"]), ("sort=updated_at&order=asc", ["a", "C", "b"]), ("sort=title", ["a", "b", "C"]),
    ("sort=title&order=desc", ["C", "b", "a"])])
def test_order(attorney, firm, order, expected):
    for title in ("a", "C", "b"):
        a_matter(firm, title=title)

    assert titles(attorney.get(f"/matters?{order}")) == expected


def test_pages_keep_filters_and_order(attorney, firm):
    for number in range(60):
        a_matter(firm, title=f"M{number:02}")
    first = attorney.get("/matters?sort=title&status=all&search=m")
    following = re.search(r'rel="next" href="([^"]+)"', first.text)[1].replace("&amp;", "&")

    assert titles(first) == [f"M{number:02}" for number in range(50)]
    assert titles(attorney.get(following)) == [f"M{number:02}" for number in range(50, 60)]
    past = attorney.get("/matters?status=all&search=m&page=9&done=x")
    assert (past.status_code, past.location) == (302, "/matters?status=all&search=m&page=2&done=x")


def test_staff_see_their_matters_alone(firm, signed_in_as):
    staff = a_user(firm, "staff")
    a_matter(firm, title="Ours", assigned_attorney=staff.id)
    a_matter(firm, title="Another's", assigned_attorney=a_user(firm).id)

    assert titles(signed_in_as(staff).get("/matters")) == ["Ours"]
    assert titles(signed_in_as(staff).get("/matters?search=another")) == []


@pytest.mark.parametrize("role", ["staff", "paralegal"])
def test_who_works_for_the_firm_is_shown_to_those_who_may_know(firm, signed_in_as, role):
    person, lawyer = a_user(firm, role), a_user(firm)
    lawyer.change(first_name="Grace", last_name="Lin")
    a_matter(firm, assigned_attorney=lawyer.id)
    page = signed_in_as(person).get(f"/matters?assigned={lawyer.id}").text

    assert "Lin" not in page
    assert "In charge" not in page


def test_another_firms_matters_are_not_shown(attorney, rival):
    a_matter(rival, title="Rival's")
    a_user(rival, email="lawyer@rival.example")

    page = attorney.get("/matters?status=all").text
    assert "Rival" not in page
    assert "rival.example" not in page


def test_texts_are_escaped(attorney, firm):
    a_matter(firm, title="<script>alert(1)</script>", assigned_attorney="<b>")
    page = attorney.get("/matters?search=%22%3E%3Cscript%3E").text + attorney.get("/matters").text

    assert "<script>" not in page.replace("<script src=", "")
    assert "<b>" not in page


def test_badge_counts_waiting_files_on_every_page(attorney, firm, put):
    assert 'class="count"' not in attorney.get("/matters").text
    matter = a_matter(firm, practice_area="criminal")
    an_upload(firm, put, a_document(firm, matter))
    for address in ("/matters", f"/matters/{matter.id}", "/review?practice_area=family_law"):
        assert '<span class="count">1<' in attorney.get(address).text


def test_badge_of_staff_counts_their_files(firm, put, signed_in_as):
    an_upload(firm, put)

    assert 'class="count"' not in signed_in_as(a_user(firm, "staff")).get("/matters").text

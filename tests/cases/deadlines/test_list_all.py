"""GET /deadlines: the deadlines of all matters."""

from datetime import date

from tests.builders import a_client, a_deadline, a_matter, a_user
from tests.core.answers import data, ids


def test_row_is_the_deadline_with_its_matter_and_client(api, firm):
    matter = a_matter(firm, client_id=a_client(firm).id)
    deadline = a_deadline(firm, matter)
    a_deadline(firm)

    rows = data(api.get("/deadlines"))

    assert rows[0] == data(api.get(f"/matters/{matter.id}/deadlines"))[0] | {
        "matter": {"id": matter.id, "title": matter.title}, "client": {"id": matter.client_id, "name": "Ana Silva"}}
    assert rows[0]["id"] == deadline.id
    assert rows[1]["client"] is None


def test_filters_narrow_the_list(api, firm):
    attorney = a_user(firm)
    matter = a_matter(firm, practice_area="criminal", assigned_attorney=attorney.id)
    one, other = a_deadline(firm, matter, due_date=date(2027, 1, 1)), a_deadline(firm, due_date=date(2027, 1, 2))
    other.change(completed=True)

    for query, wanted in ((
        {"status": "open"}, one), ({"status": "completed"}, other), ({"due_after": "2027-01-02"}, other),
        ({"due_before": "2027-01-02"}, one), ({"matter_id": matter.id}, one), ({"assigned_attorney": attorney.id}, one),
        ({"practice_area": "criminal"}, one), ({"due_after": "2027-01-01", "due_before": "2027-01-02"}, one),
    ):
        answer = api.get("/deadlines", query_string=query)
        assert (ids(answer), answer.json["pagination"]["total"]) == ([wanted.id], 1), query


def test_order_is_the_earliest_first(api, firm):
    deadlines = [a_deadline(firm, due_date=date(2027, 1, day)).id for day in (3, 1, 2)]
    ascending = [deadlines[1], deadlines[2], deadlines[0]]

    assert ids(api.get("/deadlines")) == ascending
    assert ids(api.get("/deadlines?order=desc")) == ascending[::-1]


def test_staff_see_the_deadlines_of_their_matters(api_as, firm):
    staff = a_user(firm, "staff")
    own = a_deadline(firm, a_matter(firm, assigned_attorney=staff.id))
    a_deadline(firm)

    answer = api_as(staff).get("/deadlines")
    assert (ids(answer), answer.json["pagination"]["total"]) == ([own.id], 1)


def test_list_takes_three_statements(api, firm, statements):
    for _ in range(3):
        a_deadline(firm)
    api.get("/deadlines")
    with statements() as seen:
        api.get("/deadlines?status=open")

    assert len(seen) <= 3

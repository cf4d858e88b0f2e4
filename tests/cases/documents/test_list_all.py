"""GET /documents: the document requests of all matters."""

from datetime import date, timedelta

import pytest

from intake.core.local_time import to_local
from intake.core.query_plans import recording
from tests.builders import a_client, a_deadline, a_document, a_matter, a_user, an_upload
from tests.core.answers import data, ids
from tests.large_tables import plans_in_large_tables


@pytest.fixture
def matter(firm):
    return a_matter(firm, client_id=a_client(firm).id, practice_area="criminal")


def test_row_is_the_document_with_its_matter_and_client(api, firm, put, matter):
    document = a_document(firm, matter, name="Passport")
    an_upload(firm, put, document)

    [row] = data(api.get("/documents"))

    assert row == data(api.get(f"/documents/{document.id}")) | {
        "matter": {"id": matter.id, "title": matter.title}, "client": {"id": matter.client_id, "name": "Ana Silva"}}
    assert row["upload"]["filename"] == "passport.pdf"


def test_document_of_a_matter_without_client_has_none(api, firm):
    a_document(firm)

    assert data(api.get("/documents"))[0]["client"] is None


def test_filters_narrow_the_list(api, firm, matter):
    attorney = a_user(firm)
    matter.change(assigned_attorney=attorney.id)
    one, other = a_document(firm, matter), a_document(firm, required=False)
    other.change(status="approved")

    for query, wanted in ((
        {"status": "pending"}, one), ({"status": "approved"}, other), ({"required": "true"}, one),
        ({"required": "false"}, other), ({"matter_id": matter.id}, one), ({"assigned_attorney": attorney.id}, one),
        ({"practice_area": "criminal"}, one), ({"matter_id": matter.id, "practice_area": "criminal"}, one),
    ):
        answer = api.get("/documents", query_string=query)
        assert (ids(answer), answer.json["pagination"]["total"]) == ([wanted.id], 1), query


def test_overdue_is_what_is_required_and_open_after_a_deadline(api, firm, matter, statements):
    today = to_local(matter.created_at, firm.timezone).date()
    deadline = a_deadline(firm, matter, due_date=today - timedelta(days=1))
    late, optional = a_document(firm, matter), a_document(firm, matter, required=False)
    approved, elsewhere = a_document(firm, matter), a_document(firm)
    approved.change(status="approved")
    a_deadline(firm, due_date=today - timedelta(days=1))

    with statements() as seen:
        assert ids(api.get("/documents?overdue=true")) == [late.id]
    assert [sql for sql in seen if "deadlines" in sql] == []  # the matters' kept date is enough
    assert set(ids(api.get("/documents?overdue=false"))) == {optional.id, approved.id, elsewhere.id}

    late.change(status="rejected")
    assert ids(api.get("/documents?overdue=true")) == [late.id]
    deadline.change(due_date=today)
    assert ids(api.get("/documents?overdue=true")) == []
    deadline.change(due_date=date(2020, 1, 1), completed=True)
    assert ids(api.get("/documents?overdue=true")) == []
    deadline.change(completed=False)
    matter.change(status="closed")
    assert ids(api.get("/documents?overdue=true")) == []


def test_order_is_the_newest_first(api, firm):
    documents = [a_document(firm).id for _ in range(3)]

    assert ids(api.get("/documents?order=asc")) == documents
    assert ids(api.get("/documents")) == documents[::-1]
    assert ids(api.get("/documents?page=2&per_page=2")) == documents[:1]


def test_staff_see_the_documents_of_their_matters(api_as, firm, matter):
    staff = a_user(firm, "staff")
    own, other = a_document(firm, matter), a_matter(firm)
    a_document(firm, other)
    for each in (matter, other):
        a_deadline(firm, each, due_date=date(2020, 1, 1))
    matter.change(assigned_attorney=staff.id)

    for path in ("/documents", "/documents?overdue=true"):
        answer = api_as(staff).get(path)
        assert (ids(answer), answer.json["pagination"]["total"]) == ([own.id], 1)


@pytest.mark.parametrize("query", ["", "?overdue=true", "?practice_area=criminal"])
def test_list_takes_three_statements(api, firm, matter, statements, query):
    for _ in range(3):
        a_document(firm, matter)
    api.get("/documents")
    with statements() as seen:
        api.get(f"/documents{query}")

    assert len(seen) <= 3


def test_the_matter_of_each_row_is_looked_up(api, matter):
    """A join would read the matters of all firms."""
    with recording() as explained:
        assert api.get("/documents?practice_area=criminal").status_code == 200
    asked = [event for event in explained.sent if 'practice_area" =' in event.sql]
    assert asked
    assert all("SubPlan" in plans_in_large_tables([each]) for each in asked)

"""Walking through the pages of a list: every row once, in a total order even among equal times."""

from datetime import UTC, date, datetime

import pytest

from intake.cases.clients.models import Client
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.notes.models import MatterNote
from intake.core.clock import now
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_communication, a_deadline, a_document, a_matter, a_note

from .answers import ids

ROWS = 13
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)

ORDERS = {
    "/matters": ("created_at", "updated_at", "title"),
    "/clients": ("created_at", "last_name"),
}


@pytest.fixture
def matter(firm):
    """A matter with 13 records of every kind, and 13 other matters and clients, all created at the same time."""
    matter = a_matter(firm)
    for number in range(ROWS):
        a_matter(firm, title=f"{'abc'[number % 3]}{number}")
        a_client(firm, last_name="SILVA" if number % 2 else "Silva")
        a_document(firm, matter)
        a_deadline(firm, matter, due_date=date(2027, 1, 1 + number % 2))
        a_note(firm, matter)
        a_communication(firm, matter)
    for model in (Matter, Client, DocumentRequest, Deadline, MatterNote, Communication):
        model.update(created_at=MOMENT).where(model.firm_id == firm.id).execute()
    Matter.update(updated_at=MOMENT).where(Matter.firm_id == firm.id, Matter.id != matter.id).execute()
    return matter


def _walked(api, path, size, **query):
    """The identifiers of all rows, page by page, and the pagination objects on the way."""
    found, page, more = [], 0, True
    while more:
        page += 1
        answer = api.get(path, query_string={"page": page, "per_page": size, **query})
        found += ids(answer)
        told = answer.json["pagination"]
        assert (told["page"], told["per_page"]) == (page, size)
        more = told["has_more"]
        assert more == (len(found) < told["total"])
    assert told["total"] == len(found)
    return found


@pytest.mark.parametrize(("path", "sort"), [(path, sort) for path, sorts in ORDERS.items() for sort in sorts])
def test_every_row_comes_once_and_descending_is_ascending_reversed(api, matter, path, sort):
    for size in (1, 4, 7, 13, 14, 100):
        ascending = _walked(api, path, size, sort=sort, order="asc")
        descending = _walked(api, path, size, sort=sort, order="desc")

        assert len(set(ascending)) == len(ascending) == (ROWS + 1 if path == "/matters" else ROWS), size
        assert descending == ascending[::-1], size


@pytest.mark.parametrize("part", ["documents", "deadlines", "notes", "communications"])
def test_every_row_of_a_matter_comes_once(api, matter, part):
    path = f"/matters/{matter.id}/{part}"
    whole = _walked(api, path, 100)
    for size in (1, 4, 13, 14):
        walked = _walked(api, path, size)

        assert len(set(walked)) == len(walked) == ROWS, size
        assert walked == whole, size


def test_the_default_order_is_the_newest_first(api, firm):
    earlier, later = a_matter(firm), a_matter(firm)
    Matter.update(created_at=MOMENT).where(Matter.id == earlier.id).execute()

    assert ids(api.get("/matters")) == [later.id, earlier.id]


def test_an_empty_list_has_total_zero(api):
    answer = api.get("/matters")

    assert answer.json == {"data": [], "pagination": {"page": 1, "per_page": 20, "total": 0, "has_more": False}}


def test_a_list_takes_at_most_three_statements_however_many_rows_it_has(api, matter, statements):
    for path in (
        "/matters", "/matters?status=active", "/matters?search=matter",
        "/matters?practice_area=other&sort=title&order=asc", "/clients", "/clients?search=silva",
        *(f"/matters/{matter.id}/{part}" for part in (
            "documents", "documents?status=pending", "deadlines", "notes", "communications",
            "communications?channel=sms")),
    ):
        api.get(path)  # the key's use is noted once a minute

        with statements() as seen:
            assert api.get(path).status_code == 200

        assert len(seen) <= 3, (path, seen)


def test_rows_added_meanwhile_cause_no_repetition_in_ascending_order(api, firm):
    for _ in range(4):
        a_matter(firm)
    first = ids(api.get("/matters?order=asc&per_page=2"))
    assert a_matter(firm).created_at <= now()

    second = ids(api.get("/matters?order=asc&per_page=2&page=2"))

    assert not set(first) & set(second)

"""GET /matters/:id/deadlines."""

from datetime import date

from tests.builders import a_deadline, a_matter
from tests.core.answers import data, ids


def test_only_deadlines_of_matter_are_listed(api, firm):
    matter = a_matter(firm)
    deadline = a_deadline(firm, matter, type="hearing", notes="Room 5")
    a_deadline(firm)

    answer = api.get(f"/matters/{matter.id}/deadlines")

    [shown] = data(answer)
    assert shown == {
        "id": deadline.id, "title": "Answer", "due_date": "2027-03-01", "type": "hearing", "notes": "Room 5",
        "completed": False, "created_at": shown["created_at"]}
    assert answer.json["pagination"] == {"page": 1, "per_page": 20, "total": 1, "has_more": False}


def test_next_deadline_is_first(api, firm):
    matter = a_matter(firm)
    later, sooner = (a_deadline(firm, matter, due_date=date(2027, month, 1)) for month in (5, 2))

    assert ids(api.get(f"/matters/{matter.id}/deadlines")) == [sooner.id, later.id]


def test_matter_without_any_has_empty_list(api, firm):
    assert data(api.get(f"/matters/{a_matter(firm).id}/deadlines")) == []

"""POST /matters/:id/archive (interface, "Matters"; decisions.md 4)."""

import pytest

from intake.cases.matters.models import Matter
from intake.core.clock import iso, now
from tests.builders import a_client, a_matter
from tests.core.answers import data, ids, refusal


@pytest.mark.parametrize("status", ["active", "closed"])
def test_a_matter_leaves_the_active_views(api, firm, status):
    matter = a_matter(firm, status=status)
    began = iso(now())

    answer = data(api.post(f"/matters/{matter.id}/archive"))

    assert answer == {"id": matter.id, "status": "archived", "archived_at": answer["archived_at"]}
    assert began <= answer["archived_at"] <= iso(now())
    assert ids(api.get("/matters?status=active")) == []
    assert ids(api.get("/matters?status=archived")) == [matter.id]


def test_it_is_announced_as_a_reading_shows_it(api, firm, announced):
    matter = a_matter(firm, client_id=a_client(firm).id)

    api.post(f"/matters/{matter.id}/archive")

    assert announced()[-1] == ("matter.archived", data(api.get(f"/matters/{matter.id}")))


def test_an_archived_one_is_not_archived_again(api, firm, announced):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/archive")
    archived_at, told = Matter.get_by_id(matter.id).archived_at, announced()

    assert refusal(api.post(f"/matters/{matter.id}/archive")) == (422, "invalid_status_transition")
    assert Matter.get_by_id(matter.id).archived_at == archived_at
    assert announced() == told


def test_a_restored_one_may_be_archived_again(api, firm):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/archive")
    api.patch(f"/matters/{matter.id}", {"status": "active"})

    assert data(api.post(f"/matters/{matter.id}/archive"))["status"] == "archived"


def test_of_several_at_once_one_archives(api, firm, at_once, announced):
    matter = a_matter(firm)

    answers = at_once(4, lambda _: api.post(f"/matters/{matter.id}/archive"))

    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert [type for type, _ in announced()].count("matter.archived") == 1


@pytest.mark.parametrize("body", [b"", b"{}", b"nonsense", b'{"status": "active"}'])
def test_a_body_is_not_asked_for(api, firm, body):
    answer = api.post(f"/matters/{a_matter(firm).id}/archive", data=body, headers={"Content-Type": "application/json"})

    assert data(answer)["status"] == "archived"


@pytest.mark.parametrize("id", ["mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_an_unknown_one_is_not_found(api, id):
    assert refusal(api.post(f"/matters/{id}/archive")) == (404, "matter_not_found")

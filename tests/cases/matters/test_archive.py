"""POST /matters/:id/archive."""

import pytest

from intake.cases.matters.models import Matter
from intake.core.clock import iso, now
from tests.builders import a_client, a_matter
from tests.core.answers import data, ids, refusal, without_retention


@pytest.mark.parametrize("status", ["active", "closed"])
def test_archived_matter_leaves_active_list(api, firm, status):
    matter = a_matter(firm, status=status)
    began = iso(now())

    answer = data(api.post(f"/matters/{matter.id}/archive"))

    assert answer == {"id": matter.id, "status": "archived", "archived_at": answer["archived_at"]}
    assert began <= answer["archived_at"] <= iso(now())
    assert ids(api.get("/matters?status=active")) == []
    assert ids(api.get("/matters?status=archived")) == [matter.id]


def test_event_equals_shown_matter(api, firm, announced):
    matter = a_matter(firm, client_id=a_client(firm).id)

    api.post(f"/matters/{matter.id}/archive")

    assert announced()[-1] == ("matter.archived", without_retention(data(api.get(f"/matters/{matter.id}"))))


def test_archiving_twice_gets_422(api, firm, announced):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/archive")
    archived_at, events = Matter.get_by_id(matter.id).archived_at, announced()

    assert refusal(api.post(f"/matters/{matter.id}/archive")) == (422, "invalid_status_transition")
    assert Matter.get_by_id(matter.id).archived_at == archived_at
    assert announced() == events


def test_restored_matter_can_be_archived_again(api, firm):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/archive")
    api.patch(f"/matters/{matter.id}", {"status": "active"})

    assert data(api.post(f"/matters/{matter.id}/archive"))["status"] == "archived"


def test_one_of_concurrent_requests_archives(api, firm, at_once, announced):
    matter = a_matter(firm)

    answers = at_once(4, lambda _: api.post(f"/matters/{matter.id}/archive"))

    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert [type for type, _ in announced()].count("matter.archived") == 1


@pytest.mark.parametrize("body", [b"", b"{}", b"nonsense", b'{"status": "active"}'])
def test_request_body_is_ignored(api, firm, body):
    answer = api.post(f"/matters/{a_matter(firm).id}/archive", data=body, headers={"Content-Type": "application/json"})

    assert data(answer)["status"] == "archived"

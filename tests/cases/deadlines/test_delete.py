"""DELETE /matters/:id/deadlines/:deadline_id."""

from tests.builders import a_deadline, a_matter
from tests.core.answers import data, ids, refusal


def test_only_this_deadline_is_deleted(api, firm):
    matter = a_matter(firm)
    gone, stays = a_deadline(firm, matter), a_deadline(firm, matter)

    answer = api.delete(f"/matters/{matter.id}/deadlines/{gone.id}")

    assert data(answer) == {"id": gone.id, "deleted": True}
    assert ids(api.get(f"/matters/{matter.id}/deadlines")) == [stays.id]


def test_deleted_deadline_gets_404(api, firm):
    matter = a_matter(firm)
    path = f"/matters/{matter.id}/deadlines/{a_deadline(firm, matter).id}"
    api.delete(path)

    assert refusal(api.delete(path)) == refusal(api.patch(path, {"title": "a"})) == (404, "deadline_not_found")


def test_deleting_under_other_matter_gets_404(api, firm):
    deadline = a_deadline(firm)

    assert refusal(api.delete(f"/matters/{a_matter(firm).id}/deadlines/{deadline.id}")) == (404, "deadline_not_found")
    assert ids(api.get(f"/matters/{deadline.matter_id}/deadlines")) == [deadline.id]


def test_concurrent_delete_and_update_never_fail(api, firm, at_once):
    matter = a_matter(firm)
    path = f"/matters/{matter.id}/deadlines/{a_deadline(firm, matter).id}"

    answers = at_once(6, lambda number: api.patch(path, {"notes": str(number)}) if number % 2 else api.delete(path))

    assert {answer.status_code for answer in answers} <= {200, 404}
    assert 200 in {answer.status_code for answer in answers}
    assert ids(api.get(path.rpartition("/")[0])) == []

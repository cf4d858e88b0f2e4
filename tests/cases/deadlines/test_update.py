"""PATCH /matters/:id/deadlines/:deadline_id."""

import pytest

from tests.builders import a_deadline
from tests.core.answers import data, refusal, wrong_fields


@pytest.fixture
def path(firm, matter):
    return f"/matters/{matter.id}/deadlines/{a_deadline(firm, matter, notes='n', type='filing').id}"


def _shown(api, path):
    [deadline] = data(api.get(path.rpartition("/")[0]))
    return deadline


@pytest.mark.parametrize(("name", "value"), [
    ("title", "Another"), ("due_date", "2028-02-29"), ("type", "statute"), ("notes", "x"), ("notes", None),
    ("completed", True),
])
def test_only_sent_field_changes(api, path, name, value):
    before = _shown(api, path)

    after = data(api.patch(path, {name: value}))

    assert after == before | {name: value} == _shown(api, path)
    assert after != before


def test_completed_deadline_can_be_reopened(api, path):
    api.patch(path, {"completed": True})

    assert data(api.patch(path, {"completed": False}))["completed"] is False


def test_null_is_refused_for_required_fields(api, path):
    names = {"title", "due_date", "type", "completed"}
    assert wrong_fields(api.patch(path, dict.fromkeys(names))) == names


def test_empty_patch_changes_nothing(api, path):
    before = _shown(api, path)

    assert data(api.patch(path, {})) == before


def test_deadline_of_other_matter_gets_404(api, firm, matter):
    answer = api.patch(f"/matters/{matter.id}/deadlines/{a_deadline(firm).id}", {"title": "a"})

    assert refusal(answer) == (404, "deadline_not_found")

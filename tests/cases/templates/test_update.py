"""PATCH and DELETE /matter-templates/:id (docs/templates.md)."""

import pytest

from tests.builders import a_matter, a_template
from tests.core.answers import data, ids, refusal, wrong_fields

from .conftest import PASSPORT, QUESTION, TAXES


@pytest.fixture
def template(firm):
    return a_template(firm, form=[QUESTION], documents=[PASSPORT], state="NY", case_type="a", description="d")


@pytest.fixture
def path(template):
    return f"/matter-templates/{template.id}"


@pytest.mark.parametrize(("name", "value"), [
    ("name", "Leases"), ("case_type", "b"), ("case_type", None), ("practice_area", "criminal"), ("state", None),
    ("description", None), ("form", []), ("documents", []), ("translations", {"es": {"name": "Contratos"}}),
])
def test_only_the_field_that_is_sent_changes(api, path, name, value):
    before = data(api.get(path))

    after = data(api.patch(path, {name: value}))

    changed = {name: value, "updated_at": after["updated_at"], "version": 2, "questions_count": len(after["form"]),
               "documents_count": len(after["documents"])}
    assert after == before | changed == data(api.get(path))
    assert after["updated_at"] > before["updated_at"]


def test_a_new_name_is_found(api, path, template):
    api.patch(path, {"name": "Leases"})

    assert ids(api.get("/matter-templates?search=LEASE")) == [template.id]


def test_an_unchanged_template_keeps_its_timestamp(api, path):
    before = data(api.get(path))

    assert data(api.patch(path, before)) == before
    assert data(api.patch(path, {})) == before


@pytest.mark.parametrize(("body", "wrong"), [
    ({"name": None}, {"name"}), ({"name": " "}, {"name"}), ({"form": [{}]}, {"form.0.type", "form.0.label"}),
    ({"documents": [{"required": True}]}, {"documents.0.name"}), ({"matter_id": "mat_x"}, {"matter_id"}),
    ({"documents": [TAXES, TAXES]}, {"documents.1.name"}),
    ({"form": [QUESTION | {"shown_if": {"question": "x", "equals": 1}}]}, {"form.0.shown_if.question"}),
])
def test_invalid_bodies_are_refused(api, path, body, wrong):
    before = data(api.get(path))

    assert wrong_fields(api.patch(path, body)) == wrong
    assert data(api.get(path)) == before


def test_matters_keep_the_documents_they_ask_for(api, firm, path, template):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/checklist", {"template_id": template.id})

    api.patch(path, {"documents": [TAXES]})

    assert [row["name"] for row in data(api.get(f"/matters/{matter.id}/documents"))] == ["Passport"]


def test_a_deleted_template_is_not_found(api, path, template):
    assert data(api.delete(path)) == {"id": template.id, "deleted": True}

    assert template.id not in ids(api.get("/matter-templates"))
    for answer in (api.get(path), api.patch(path, {"name": "a"}), api.delete(path)):
        assert refusal(answer) == (404, "template_not_found")


def test_concurrent_deletions_succeed_once(api_of, firm, path, at_once):
    answers = at_once(4, lambda _: api_of(firm).delete(path).status_code)

    assert sorted(answers) == [200, 404, 404, 404]


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_built_in_templates_are_read_only(api, built_in, method):
    path = f"/matter-templates/{built_in('custody_only')['id']}"
    before = data(api.get(path))

    answer = api.call(method, path, json={"name": "a"} if method == "PATCH" else None)

    assert refusal(answer) == (422, "template_read_only")
    assert data(api.get(path)) == before

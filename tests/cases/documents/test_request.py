"""POST /matters/:id/documents/request (interface, "Documents and uploads")."""

import pytest

from tests.builders import a_matter
from tests.core.answers import data, refusal, wrong_fields


@pytest.fixture
def matter(firm):
    return a_matter(firm)


@pytest.fixture
def path(matter):
    return f"/matters/{matter.id}/documents/request"


def test_the_smallest_request_has_every_default(api, path, matter):
    document = data(api.post(path, {"name": "Passport"}), 201)

    assert document["id"].startswith("doc_")
    assert document == {
        "id": document["id"], "matter_id": matter.id, "name": "Passport", "description": None, "instructions": None,
        "required": True, "status": "pending", "accepted_types": [], "max_file_size_mb": 25, "upload": None,
        "created_at": document["created_at"]}


def test_the_largest_keeps_all_it_was_given(api, path):
    given = {"name": "Passport", "description": "d", "instructions": "1. Open\n2. Scan", "required": False,
             "accepted_types": ["application/pdf", "image/*"], "max_file_size_mb": 1}

    document = data(api.post(path, given), 201)

    assert document.items() >= given.items()
    assert data(api.get(f"/documents/{document['id']}")) == document


@pytest.mark.parametrize("types", [
    ["application/pdf"], ["image/*"], ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["image/svg+xml", "text/plain"], [],
])
def test_every_mime_type_may_be_accepted(api, path, types):
    assert data(api.post(path, {"name": "Passport", "accepted_types": types}), 201)["accepted_types"] == types


@pytest.mark.parametrize(("body", "wrong"), [
    ({}, {"name"}), ({"name": "a", "max_file_size_mb": 0, "required": "yes"}, {"max_file_size_mb", "required"}),
    ({"name": "a", "accepted_types": ["pdf"]}, {"accepted_types.0"}), ({"name": "a", "size": 1}, {"size"}),
])
def test_what_is_missing_or_wrong_is_named(api, path, body, wrong):
    assert wrong_fields(api.post(path, body)) == wrong


def test_two_may_have_one_name(api, path):
    assert data(api.post(path, {"name": "a"}), 201)["id"] != data(api.post(path, {"name": "a"}), 201)["id"]


def test_the_matter_counts_it(api, path, matter):
    api.post(path, {"name": "Passport"})

    shown = data(api.get(f"/matters/{matter.id}"))
    assert (shown["documents_count"], shown["documents_complete"]) == (1, 0)


def test_it_announces_nothing(api, path, announced):
    told = announced()

    api.post(path, {"name": "Passport"})

    assert announced() == told


@pytest.mark.parametrize("id", ["mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_an_unknown_matter_is_not_found(api, id):
    assert refusal(api.post(f"/matters/{id}/documents/request", {"name": "a"})) == (404, "matter_not_found")

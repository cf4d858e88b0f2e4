"""POST /matters/:id/documents/request."""

import pytest

from tests.core.answers import data, wrong_fields


@pytest.fixture
def path(matter):
    return f"/matters/{matter.id}/documents/request"


def test_minimal_request_has_defaults(api, path, matter):
    document = data(api.post(path, {"name": "Passport"}), 201)

    assert document["id"].startswith("doc_")
    assert document == {
        "id": document["id"], "matter_id": matter.id, "name": "Passport", "description": None, "instructions": None,
        "category": None, "position": 0, "required": True, "status": "pending", "accepted_types": [],
        "max_file_size_mb": 25, "upload": None, "created_at": document["created_at"]}


def test_all_fields_are_stored(api, path):
    given = {"name": "Passport", "description": "d", "instructions": "1. Open\n2. Scan", "required": False,
             "accepted_types": ["application/pdf", "image/*"], "max_file_size_mb": 1}

    document = data(api.post(path, given), 201)

    assert document.items() >= given.items()
    assert data(api.get(f"/documents/{document['id']}")) == document


@pytest.mark.parametrize("types", [
    ["application/pdf"], ["image/*"], ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["image/svg+xml", "text/plain"], [],
])
def test_any_mime_type_can_be_accepted(api, path, types):
    assert data(api.post(path, {"name": "Passport", "accepted_types": types}), 201)["accepted_types"] == types


def test_wrong_type_is_named_with_its_position(api, path):
    assert wrong_fields(api.post(path, {"name": "a", "accepted_types": ["pdf"]})) == {"accepted_types.0"}


def test_equal_names_are_allowed(api, path):
    assert data(api.post(path, {"name": "a"}), 201)["id"] != data(api.post(path, {"name": "a"}), 201)["id"]


def test_matter_counts_request(api, path, matter):
    api.post(path, {"name": "Passport"})

    shown = data(api.get(f"/matters/{matter.id}"))
    assert (shown["documents_count"], shown["documents_complete"]) == (1, 0)


def test_no_event_is_recorded(api, path, announced):
    events = announced()

    api.post(path, {"name": "Passport"})

    assert announced() == events

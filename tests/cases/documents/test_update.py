"""PATCH /documents/:id."""

import pytest

from intake.cases.documents import actions
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from tests.builders import a_document, an_upload
from tests.core.answers import data, ids, wrong_fields


@pytest.fixture
def document(firm):
    return a_document(firm, name="Passport", description="d", instructions="i", accepted_types=["application/pdf"])


@pytest.fixture
def path(document):
    return f"/documents/{document.id}"


@pytest.mark.parametrize(("name", "value"), [
    ("name", "Visa"), ("description", "x"), ("description", None), ("instructions", "x"), ("instructions", None),
    ("category", "Identity"), ("required", False), ("accepted_types", ["image/*"]), ("accepted_types", []),
    ("max_file_size_mb", 100),
])
def test_only_sent_field_changes(api, path, name, value):
    before = data(api.get(path))

    after = data(api.patch(path, {name: value}))

    assert after == before | {name: value} == data(api.get(path))
    assert after != before


def test_null_is_refused_for_required_fields(api, path):
    names = {"name", "required", "accepted_types", "max_file_size_mb"}
    assert wrong_fields(api.patch(path, dict.fromkeys(names))) == names


def test_new_name_is_found_instead_of_old_one(api, path, document):
    api.patch(path, {"name": "Visa"})

    found = data(api.get("/search?q=visa&types=documents"))["documents"]
    assert [row["id"] for row in found] == [document.id]
    assert data(api.get("/search?q=passport&types=documents"))["documents"] == []


def test_update_keeps_file_and_status(api, firm, path, document, put):
    upload = an_upload(firm, put, document)

    shown = data(api.patch(path, {"name": "Visa"}))

    assert (shown["status"], shown["upload"]["id"]) == ("uploaded", upload.id)


def test_moved_request_stands_at_its_place(api, firm, document):
    others = [a_document(firm, Matter.fetch(firm, document.matter_id)).id for _ in range(3)]
    listed = f"/matters/{document.matter_id}/documents"
    for position, expected in ((2, 1), (1, 0), (1000, 3), (0, 3), (4, 3)):
        moved = data(api.patch(f"/documents/{document.id}", {"position": position}))
        assert ids(api.get(listed)) == [*others[:expected], document.id, *others[expected:]]
    later = a_document(firm, Matter.fetch(firm, document.matter_id)).id

    assert moved["position"] == 4
    assert ids(api.get(listed)) == [*others, document.id, later]


def test_request_is_moved_while_another_one_is_waived(firm, document, while_locked):
    moved = a_document(firm, Matter.fetch(firm, document.matter_id), name="Second")
    while_locked(
        lambda: DocumentRequest.fetch_locked(firm, document.id),
        lambda: actions.update(firm, moved.id, position=1),
        lambda: actions.waive(firm, document.id, "Not needed"))
    assert DocumentRequest.ids_in_order(document) == [moved.id, document.id]
    assert DocumentRequest.fetch(firm, document.id).status == "approved"


def test_concurrent_moves_keep_every_place_once(api, firm, document, at_once):
    matter = Matter.fetch(firm, document.matter_id)
    every = [document.id, *(a_document(firm, matter).id for _ in range(3))]

    at_once(4, lambda number: api.patch(f"/documents/{every[number]}", {"position": 4 - number}))

    shown = data(api.get(f"/matters/{matter.id}/documents"))
    assert [row["position"] for row in shown] == [1, 2, 3, 4]


def test_no_event_is_recorded(api, path, announced):
    events = announced()

    api.patch(path, {"name": "Visa"})

    assert announced() == events


def test_concurrent_changes_of_different_fields_are_kept(api, path, document, at_once):
    values = [{"name": "Visa"}, {"required": False}, {"max_file_size_mb": 7}]

    at_once(3, lambda number: api.patch(path, values[number]))

    shown = data(api.get(path))
    assert (shown["name"], shown["required"], shown["max_file_size_mb"]) == ("Visa", False, 7)
    assert ids(api.get(f"/matters/{document.matter_id}/documents")) == [document.id]

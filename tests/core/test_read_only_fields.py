"""Fields that only the service writes are ignored in bodies (docs/behaviour.md, "General rules")."""

import pytest

from tests.builders import a_client, a_deadline, a_document, a_matter, an_upload

from .answers import data


@pytest.fixture
def matter(firm):
    """A matter with all fields."""
    return a_matter(firm, client_id=a_client(firm).id, description="d", assigned_attorney="usr_1", tags=["a"],
                    intake_template_id="tmpl_1", custom_fields={"a": 1})


@pytest.fixture
def client(firm):
    """A client with all fields."""
    client = a_client(firm, email="ana@example.com", phone="+15551234567", notes="n", address={"city": "Rome"})
    a_matter(firm, client_id=client.id)
    return client


@pytest.mark.parametrize(("name", "value"), [
    ("id", "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6"), ("client", {"id": "x"}), ("intake_link", "https://evil.example.com"),
    ("documents_count", 99), ("documents_complete", "nonsense"), ("created_at", None), ("updated_at", []),
    ("archived_at", "2026-01-01T00:00:00Z"),
])
def test_a_matters_own_fields_are_accepted_and_ignored(api, matter, name, value):
    before = data(api.get(f"/matters/{matter.id}"))
    fresh = data(api.post("/matters", {"title": "fresh", "practice_area": "other", name: value}), 201)

    assert data(api.patch(f"/matters/{matter.id}", {name: value})) == before
    assert fresh["id"] != value
    assert fresh["documents_count"] == 0
    assert fresh["intake_link"] is None


def test_a_row_of_all_matters_can_be_sent_back(api, firm, matter, put):
    upload = an_upload(firm, put, a_document(firm, matter))
    deadline = f"/matters/{matter.id}/deadlines/{a_deadline(firm, matter).id}"
    for path, rows in ((f"/documents/{upload.document_id}", "/documents"), (deadline, "/deadlines")):
        [row] = data(api.get(rows))
        assert row["matter"] == {"id": matter.id, "title": matter.title}
        assert data(api.patch(path, row)) | {"matter": row["matter"], "client": row["client"]} == row
    [row] = data(api.get("/uploads"))
    assert data(api.patch(f"/uploads/{upload.id}/status", row | {"status": "approved"}))["status"] == "approved"


@pytest.mark.parametrize(("name", "value"), [
    ("id", "cli_1"), ("matters", []), ("matters_count", 99), ("created_at", 5), ("updated_at", "x")])
def test_a_clients_own_fields_are_accepted_and_ignored(api, client, name, value):
    before = data(api.get(f"/clients/{client.id}"))

    assert data(api.patch(f"/clients/{client.id}", {name: value})) == before
    assert data(api.post("/clients", {"first_name": "a", "last_name": "b", name: value}), 201)["matters_count"] == 0


@pytest.mark.parametrize(("name", "value"), [
    ("id", "doc_1"), ("matter_id", "mat_1"), ("status", "approved"), ("upload", {"id": "x"}), ("created_at", 5)])
def test_a_documents_own_fields_are_accepted_and_ignored(api, matter, name, value):
    path = f"/matters/{matter.id}/documents/request"
    made = data(api.post(path, {"name": "Passport", name: value}), 201)

    assert (made["status"], made["upload"], made["matter_id"]) == ("pending", None, matter.id)
    assert data(api.patch(f"/documents/{made['id']}", {name: value})) == made

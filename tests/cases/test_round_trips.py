"""The messages to Postgres for a write; docs/architecture.md says why each of them is needed."""

import pytest

from intake.core.db import db
from tests.builders import PDF, a_client, a_matter, an_issued_upload
from tests.core.answers import data

KEY = "SELECT api_keys"


@pytest.fixture
def messages(app, monkeypatch):
    """Record the beginning of each message that this thread's connection sends, with its table."""
    cursors, sent = db.connection().cursor_factory, []
    execute = cursors.execute

    def recorded(cursor, query, given=None):
        sent.append("; ".join(_named(statement) for statement in query.split("; ")))
        return execute(cursor, query, given)

    monkeypatch.setattr(cursors, "execute", recorded)
    return sent


def _named(statement):
    """Return the verb of a statement and the first table that it names: `INSERT matters`."""
    words = statement.replace('"', " ").split()
    verb = words[0].upper()
    before = {"SELECT": "FROM", "INSERT": "INTO", "UPDATE": "UPDATE"}.get(verb)
    if before not in words:
        return verb
    if statement.startswith("SELECT") and "FOR UPDATE" in statement:
        verb = "LOCK"
    own = words if verb in ("INSERT", "UPDATE") else words[len(words) - words[::-1].index(before) - 1:]
    return f"{verb} {own[own.index(before) + 1]}"


def test_creation(api, messages):
    assert data(api.post("/matters", {"title": "Smith v. Jones", "practice_area": "business"}), 201)
    assert messages == [KEY, "BEGIN; INSERT matters; INSERT events", "INSERT audit_log; COMMIT"]


def test_creation_with_a_client(api, firm, messages):
    client = a_client(firm)
    del messages[:]
    created = data(api.post("/matters", {"title": "A", "practice_area": "business", "client_id": client.id}), 201)
    assert messages == [KEY, "BEGIN; SELECT; SELECT clients", "INSERT matters; INSERT events",
                        "INSERT audit_log; COMMIT"]
    assert created["client_id"] == client.id


def test_request_of_a_document(api, firm, messages):
    matter = a_matter(firm)
    del messages[:]
    assert data(api.post(f"/matters/{matter.id}/documents/request", {"name": "Passport"}), 201)
    assert messages == [KEY, "BEGIN; SELECT matters", "INSERT document_requests", "INSERT audit_log; COMMIT"]


def test_confirmation_and_review(api, firm, put, messages):
    upload = an_issued_upload(firm)
    put(upload.upload_url, PDF, "application/pdf")
    lock, updates = "BEGIN; LOCK document_requests", "UPDATE uploads; UPDATE document_requests"

    del messages[:]
    assert data(api.post(f"/uploads/{upload.id}/confirm"))
    assert messages == [KEY, "SELECT document_requests", lock, f"{updates}; INSERT audit_log; INSERT events; COMMIT"]

    del messages[:]
    assert data(api.patch(f"/uploads/{upload.id}/status", {"status": "approved"}))
    assert messages == [KEY, f"{lock}; SELECT document_requests", f"{updates}; INSERT events",
                        "INSERT audit_log; COMMIT"]

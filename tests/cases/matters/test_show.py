"""GET /matters/:id."""


from tests.builders import a_client, a_document, a_matter, an_upload
from tests.core.answers import data


def test_matter_shows_its_client(api, firm):
    client = a_client(firm, email="ana@example.com", phone="+15551234567", notes="internal")
    matter = a_matter(firm, client_id=client.id)

    shown = data(api.get(f"/matters/{matter.id}"))

    assert shown["client"] == {"id": client.id, "first_name": "Ana", "last_name": "Silva", "email": "ana@example.com"}
    assert shown["client_id"] == client.id


def test_matter_without_client_shows_none(api, firm):
    shown = data(api.get(f"/matters/{a_matter(firm).id}"))

    assert shown["client"] is None
    assert "client_id" not in shown


def test_it_counts_its_documents_and_those_that_are_complete(api, firm, put):
    matter = a_matter(firm)
    a_document(firm, matter)
    upload = an_upload(firm, put, a_document(firm, matter))

    api.patch(f"/uploads/{upload.id}/status", {"status": "approved"})

    shown = data(api.get(f"/matters/{matter.id}"))
    assert (shown["documents_count"], shown["documents_complete"]) == (2, 1)


def test_archived_matter_is_shown(api, firm):
    matter = a_matter(firm)
    api.post(f"/matters/{matter.id}/archive")

    assert data(api.get(f"/matters/{matter.id}"))["status"] == "archived"


def test_reading_changes_nothing(api, firm, announced):
    matter = a_matter(firm)
    before = announced()

    assert data(api.get(f"/matters/{matter.id}")) == data(api.get(f"/matters/{matter.id}"))
    assert announced() == before

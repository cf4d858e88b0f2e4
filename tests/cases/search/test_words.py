"""GET /search: words and the records that they find."""

import pytest

from tests.builders import a_client, a_document, a_matter, an_upload
from tests.core.answers import data, wrong_fields


@pytest.fixture
def find(api):
    """Search: `find("smith")` returns the ids by type."""
    def ask(q, **query):
        found = data(api.get("/search", query_string={"q": q, "limit": 20, **query}))
        return {type: [row["id"] for row in rows] for type, rows in found.items()}

    return ask


def test_one_search_finds_all_three_types(find, firm):
    client = a_client(firm, last_name="Smith")
    matter = a_matter(firm, title="Smith v. Jones")
    document = a_document(firm, matter, name="Passport of Smith")

    assert find("smith") == {"matters": [matter.id], "clients": [client.id], "documents": [document.id]}


@pytest.mark.parametrize("q", ["jo", "JONES", "mith v", "jones smith", "v.", "  smith  ", "SMITH V. JONES"])
def test_matter_is_found_by_parts_of_its_title(find, firm, q):
    matter = a_matter(firm, title="Smith v. Jones")

    assert find(q)["matters"] == [matter.id]


def test_number_of_a_case_keeps_its_dashes(find, firm):
    matter = a_matter(firm, title="Smith, docket 2024-117")

    assert find("2024-117")["matters"] == [matter.id]


@pytest.mark.parametrize("q", ["ana", "silva", "Ana Silva", "lva an", "ana.s@", "example.com", "+1555", "5123", "a 51",
                               "(555) 123-4567", "555.123.4567"])
def test_client_is_found_by_name_email_and_phone(find, firm, q):
    client = a_client(firm, email="Ana.S@example.com", phone="+15551234567", notes="secret")

    assert find(q)["clients"] == [client.id]


@pytest.mark.parametrize("q", [
    "%%", "__", "s_ith", "sm%th", "\\\\", "smith jonas", "secret", "family_law", "active", "mat_", "''",
])
def test_other_fields_are_not_searched(find, firm, q):
    client = a_client(firm, first_name="Smith", notes="secret")
    matter = a_matter(firm, title="Smith v. Jones", description="secret", client_id=client.id, tags=["secret"])
    a_document(firm, matter, name="Smith's", description="secret", instructions="secret")

    assert find(q) == {"matters": [], "clients": [], "documents": []}


@pytest.mark.parametrize("q", ["", " ", "a", " a ", "x" * 256, "\0\0", "aa\0"])
def test_invalid_q_is_refused(api, q):
    answer = api.get("/search", query_string={"q": q})
    assert wrong_fields(answer) == {"q"}
    assert len(answer.json["error"]["details"]["fields"]) == 1


def test_q_is_required_once(api):
    assert wrong_fields(api.get("/search")) == {"q"}
    assert wrong_fields(api.get("/search?q=ab&q=cd")) == {"q"}


@pytest.mark.parametrize("q", ["ab", "éß", "x" * 255, "a " * 127 + "b", "𝕏𝕏", "<b>&\"'", "%5B", "x\u2028y"])
def test_query_is_returned(api, q):
    assert api.get("/search", query_string={"q": q}).json["query"] == q


def test_archived_and_closed_matters_are_found_with_documents(api, find, firm):
    client = a_client(firm, last_name="Smith")
    matters = [a_matter(firm, title=f"Smith {number}", client_id=client.id) for number in range(2)]
    documents = [a_document(firm, matter, name="Smith's passport") for matter in matters]
    api.post(f"/matters/{matters[0].id}/archive")
    api.patch(f"/matters/{matters[1].id}", {"status": "closed"})

    found = find("smith")

    assert set(found["matters"]) == {matter.id for matter in matters}
    assert (found["clients"], set(found["documents"])) == ([client.id], {document.id for document in documents})


def test_each_type_has_its_own_fields(api, firm, put):
    client = a_client(firm, first_name="Ana", last_name="Smith", email="ana@example.com", phone="+15551234567")
    matter = a_matter(firm, title="Smith v. Jones", client_id=client.id)
    document = a_document(firm, matter, name="Smith's passport")
    an_upload(firm, put, document)

    answer = api.get("/search?q=smith")

    listed = data(api.get(f"/documents/{document.id}"))
    shown = data(api.get(f"/matters/{matter.id}"))
    assert answer.json == {"query": "smith", "total_results": 3, "data": {
        "matters": [{"id": matter.id, "title": "Smith v. Jones", "status": "active", "practice_area": "family_law",
                     "client_name": "Ana Smith", "created_at": shown["created_at"]}],
        "clients": [{"id": client.id, "name": "Ana Smith", "email": "ana@example.com", "phone": "+15551234567",
                     "matters_count": 1}],
        "documents": [{"id": document.id, "name": "Smith's passport", "status": "uploaded", "matter_id": matter.id,
                       "matter_title": "Smith v. Jones", "uploaded_at": listed["upload"]["uploaded_at"]}]}}


def test_missing_values_are_null(api, firm):
    matter = a_matter(firm, title="Smith v. Jones")
    a_client(firm, last_name="Smith")
    a_document(firm, matter, name="Smith's passport")

    found = data(api.get("/search?q=smith"))

    assert found["matters"][0]["client_name"] is None
    assert (found["clients"][0]["email"], found["clients"][0]["phone"]) == (None, None)
    assert found["documents"][0]["uploaded_at"] is None

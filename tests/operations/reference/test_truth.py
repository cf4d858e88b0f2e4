"""The application's responses conform to the document."""

import pytest

from tests.builders import a_client, a_document, a_matter, an_issued_upload, an_upload

UNKNOWN = "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6"


@pytest.fixture
def agrees(responses, schema_errors):
    """Assert that the operation documents the response: its status, headers and body."""

    def check(operation, answer):
        announced = responses(operation)[answer.status_code]
        assert schema_errors(announced["content"]["application/json"]["schema"], answer.json) == []
        guarded = [name for name in announced["headers"] if name.startswith("X-")]
        assert guarded
        assert set(guarded) <= set(answer.headers.keys())

    return check


def test_answers_about_matters_match_the_document(api, firm, operations, agrees):
    client = a_client(firm)
    bare, full = {"title": "Bare", "practice_area": "other"}, {"title": "Full", "practice_area": "other",
                                                               "client_id": client.id, "tags": ["a"]}
    for body in (bare, full):
        created = api.post("/matters", body)
        agrees(operations["matters_create"], created)
        agrees(operations["matters_show"], api.get(f"/matters/{created.json['data']['id']}"))
    agrees(operations["matters_index"], api.get("/matters"))
    agrees(operations["matters_update"], api.patch(f"/matters/{created.json['data']['id']}", {"title": "Other"}))
    agrees(operations["matters_archive"], api.post(f"/matters/{created.json['data']['id']}/archive"))


def test_answers_about_clients_match_the_document(api, operations, agrees):
    created = api.post("/clients", {"first_name": "Ana", "last_name": "Silva"})
    agrees(operations["clients_create"], created)
    agrees(operations["clients_show"], api.get(f"/clients/{created.json['data']['id']}"))
    agrees(operations["clients_index"], api.get("/clients"))


def test_answers_about_documents_and_uploads_match_the_document(api, firm, put, operations, agrees):
    document = a_document(firm)
    upload = an_upload(firm, put, document)
    agrees(operations["documents_show"], api.get(f"/documents/{document.id}"))
    agrees(operations["matter_documents_index"], api.get(f"/matters/{document.matter_id}/documents"))
    agrees(operations["uploads_review"], api.patch(f"/uploads/{upload.id}/status", {"status": "approved"}))
    agrees(operations["uploads_download"], api.get(f"/uploads/{upload.id}/download"))
    agrees(operations["documents_destroy"], api.delete(f"/documents/{a_document(firm).id}"))


def test_answer_of_the_search_matches_the_document(api, firm, operations, agrees):
    a_matter(firm, title="Delgado")
    a_client(firm, last_name="Delgado")
    a_document(firm, name="Delgado")
    agrees(operations["search_show"], api.get("/search?q=delgado"))


def test_answers_about_the_firm_match_the_document(api, operations, agrees):
    agrees(operations["firms_show"], api.get("/firms"))
    for body in ({}, {"website": "https://example.com"}, {"settings": {"sms_notifications": True}}):
        agrees(operations["firms_update"], api.patch("/firms/settings", body))


def test_errors_match_the_document(api, firm, operations, agrees, codes):
    a_matter(firm, title="Taken")
    for name, answer in (
        ("matters_create", api.post("/matters", {"title": "Taken", "practice_area": "other"})),
        ("matters_create", api.post("/matters", {"title": " "})),
        ("matters_create", api.post("/matters", {"title": "A", "practice_area": "other", "client_id": "cli_1"})),
        ("matters_create", api.post("/matters", data=b"{", headers={"Content-Type": "application/json"})),
        ("matters_show", api.get(f"/matters/{UNKNOWN}")),
        ("deadlines_update", api.patch(f"/matters/{UNKNOWN}/deadlines/dl_1", {})),
        ("uploads_confirm", api.post(f"/uploads/{an_issued_upload(firm).id}/confirm")),
        ("uploads_issue", api.post("/uploads/signed-url", {
            "document_id": "doc_unknown", "filename": "a.pdf", "content_type": "application/pdf",
            "file_size_bytes": 1})),
    ):
        agrees(operations[name], answer)
        assert answer.json["error"]["code"] in codes(operations[name])[answer.status_code]


def test_errors_of_authentication_match_the_document(app, anonymous, api_of, firm, operations, codes):
    listed = codes(operations["matters_index"])
    for answer in (
        anonymous.get("/matters"),
        anonymous.get("/matters", headers={"X-Api-Key": "nonsense"}),
        anonymous.get("/matters", headers={"Authorization": "Bearer nonsense"}),
        api_of(firm, "clients:read").get("/matters"),
    ):
        assert answer.json["error"]["code"] in listed[answer.status_code]


def test_errors_of_idempotency_keys_match_the_document(api, operations, codes):
    headers = {"Idempotency-Key": "once"}
    first = api.post("/clients", {"first_name": "A", "last_name": "B"}, headers=headers)
    other = api.post("/clients", {"first_name": "C", "last_name": "D"}, headers=headers)
    wrong = api.post("/clients", {}, headers={"Idempotency-Key": " "})

    assert first.status_code == 201
    for answer in (other, wrong):
        assert answer.json["error"]["code"] in codes(operations["clients_create"])[answer.status_code]


def test_only_operations_with_body_or_query_list_validation_errors(operations, codes):
    assert 400 not in codes(operations["matters_show"])
    assert codes(operations["matters_index"])[400] == {"validation_error"}
    assert codes(operations["matters_create"])[400] == {"validation_error", "invalid_request"}
    assert 413 in codes(operations["matters_create"])
    assert 413 not in codes(operations["matters_index"])


def test_records_named_in_the_body_may_be_not_found(operations, codes):
    assert codes(operations["uploads_issue"])[404] == {"document_not_found"}
    assert codes(operations["matters_create"])[404] == {"client_not_found"}
    assert codes(operations["matters_update"])[404] == {"client_not_found", "matter_not_found"}


def test_response_is_a_valid_patch_body(api, firm, operations, schema_errors):
    shown = api.get(f"/matters/{a_matter(firm).id}").json["data"]
    body = operations["matters_update"]["requestBody"]["content"]["application/json"]["schema"]

    assert schema_errors(body, shown) == []
    assert schema_errors(body, shown | {"titel": "typo"})

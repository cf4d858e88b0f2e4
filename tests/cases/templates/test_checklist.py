"""POST /matters/:id/checklist (docs/templates.md)."""

import pytest

from intake.core.db import db
from tests.builders import a_document, a_matter, a_template, an_upload
from tests.core.answers import data, ids, refusal, wrong_fields

from .conftest import PASSPORT, QUESTION, TAXES

UNKNOWN = "tmpl_01JD0Q8Z4W6V9XK3M5N7P2R4T6"


@pytest.fixture
def path(matter):
    return f"/matters/{matter.id}/checklist"


@pytest.fixture
def names(api, matter):
    """The names of the matter's document requests, in order."""
    return lambda: [row["name"] for row in data(api.get(f"/matters/{matter.id}/documents?per_page=100"))]


def test_the_matter_asks_for_everything_in_order(api, firm, matter, path, names):
    documents = [PASSPORT, TAXES, *({"name": f"Bill {number}"} for number in range(20))]
    template = a_template(firm, documents=documents)

    answer = data(api.post(path, {"template_id": template.id}))

    assert [row["name"] for row in answer["added"]] == [document["name"] for document in documents] == names()
    assert answer["documents"] == answer["added"] == data(api.get(f"/matters/{matter.id}/documents?per_page=100"))
    assert answer["documents"][0].items() >= {
        "matter_id": matter.id, "description": PASSPORT["description"], "instructions": PASSPORT["instructions"],
        "required": False, "status": "pending", "accepted_types": ["image/*"], "max_file_size_mb": 10,
        "upload": None}.items()
    assert (answer["matter_id"], answer["template_id"]) == (matter.id, template.id)
    assert data(api.get(f"/matters/{matter.id}"))["documents_count"] == 22


def test_existing_documents_are_not_added_again(api, firm, matter, path, put):
    there = a_document(firm, matter, name="TAX  Return")
    an_upload(firm, put, there)
    template = a_template(firm, documents=[PASSPORT, TAXES])

    answer = data(api.post(path, {"template_id": template.id}))

    assert [row["name"] for row in answer["added"]] == ["Passport"]
    assert [(row["name"], row["status"]) for row in answer["documents"]] == [
        ("TAX  Return", "uploaded"), ("Passport", "pending")]
    assert answer["documents"][0]["upload"]["filename"] == "passport.pdf"


def test_applying_again_adds_nothing(api, firm, path, names):
    template = a_template(firm, documents=[PASSPORT, TAXES])
    api.post(path, {"template_id": template.id})

    assert data(api.post(path, {"template_id": template.id}))["added"] == []
    assert names() == ["Passport", "Tax return"]


def test_a_deleted_request_is_added_again(api, firm, path):
    template = a_template(firm, documents=[PASSPORT])
    added = data(api.post(path, {"template_id": template.id}))["added"]
    api.delete(f"/documents/{added[0]['id']}")

    assert len(data(api.post(path, {"template_id": template.id}))["added"]) == 1


def test_concurrent_requests_add_each_document_once(api_of, firm, path, names, at_once):
    first = a_template(firm, documents=[PASSPORT, TAXES, {"name": "a"}])
    second = a_template(firm, documents=[TAXES, {"name": "b"}, PASSPORT])
    callers = [api_of(firm) for _ in range(6)]

    answers = at_once(6, lambda i: data(callers[i].post(path, {"template_id": (first, second)[i % 2].id})))

    assert sorted(names()) == ["Passport", "Tax return", "a", "b"]
    assert sorted(row["name"] for answer in answers for row in answer["added"]) == ["Passport", "Tax return", "a", "b"]


def test_a_failed_request_adds_nothing(api, firm, matter, path, breaking):
    template = a_template(firm, documents=[PASSPORT, TAXES])

    with breaking("document_requests", "IF NEW.name = 'Tax return' THEN RAISE EXCEPTION 'disk'; END IF"):
        assert api.post(path, {"template_id": template.id}).status_code >= 500

    after = data(api.get(f"/matters/{matter.id}"))
    assert (after["documents_count"], after["intake_template_id"]) == (0, None)


def test_a_built_in_template_is_applied(api, path, built_in, names):
    custody = built_in("custody_only")

    answer = data(api.post(path, {"template_id": custody["id"]}))

    assert answer["intake_template_id"] == custody["id"]
    assert names() == [document["name"] for document in custody["documents"]]


def test_the_matter_follows_the_first_template_applied(api, firm, matter, path):
    first, second = a_template(firm, documents=[PASSPORT]), a_template(firm, documents=[TAXES])

    assert data(api.post(path, {"template_id": first.id}))["intake_template_id"] == first.id
    assert data(api.post(path, {"template_id": second.id}))["intake_template_id"] == first.id
    assert data(api.get(f"/matters/{matter.id}"))["intake_template_id"] == first.id


@pytest.mark.parametrize("before", ["unknown", "without a form"])
def test_a_template_with_a_form_replaces_one_without(api, firm, matter, path, before):
    earlier = UNKNOWN if before == "unknown" else a_template(firm, form=[]).id
    api.patch(f"/matters/{matter.id}", {"intake_template_id": earlier})
    template = a_template(firm, form=[QUESTION])

    assert data(api.post(path, {"template_id": template.id}))["intake_template_id"] == template.id


def test_a_template_without_a_form_does_not_replace_one_with(api, firm, path):
    with_form, without = a_template(firm, form=[QUESTION]), a_template(firm, form=[], documents=[TAXES])
    api.post(path, {"template_id": with_form.id})

    assert data(api.post(path, {"template_id": without.id}))["intake_template_id"] == with_form.id


def test_following_another_template_records_an_event(api, firm, path, announced):
    template = a_template(firm, documents=[PASSPORT])
    before = announced()

    api.post(path, {"template_id": template.id})
    api.post(path, {"template_id": template.id})

    (event,) = announced()[len(before):]
    assert event[0] == "matter.updated"
    assert event[1].items() >= {"intake_template_id": template.id, "documents_count": 1}.items()


@pytest.mark.parametrize(("body", "wrong"), [
    ({}, {"template_id"}), ({"template_id": None}, {"template_id"}), ({"template_id": 5}, {"template_id"}),
    ({"template_id": "x" * 65}, {"template_id"}), ({"template_id": "a\x00"}, {"template_id"}),
])
def test_invalid_bodies_are_refused(api, path, body, wrong):
    assert wrong_fields(api.post(path, body)) == wrong


@pytest.mark.parametrize("whose", ["unknown", "a rival's", "deleted", "nonsense"])
def test_the_template_must_be_known(api, firm, rival, path, names, whose):
    gone = a_template(firm, documents=[TAXES])
    api.delete(f"/matter-templates/{gone.id}")
    rivals = a_template(rival, documents=[TAXES])
    id = {"unknown": UNKNOWN, "a rival's": rivals.id, "deleted": gone.id, "nonsense": "é"}[whose]

    assert refusal(api.post(path, {"template_id": id})) == (404, "template_not_found")
    assert names() == []


def test_it_takes_as_many_statements_for_one_document_as_for_a_hundred(api, firm, statements):
    counts = []
    for documents in ([TAXES], [{"name": str(number)} for number in range(100)]):
        template, matter = a_template(firm, documents=documents), a_matter(firm)
        with statements() as seen:
            data(api.post(f"/matters/{matter.id}/checklist", {"template_id": template.id}))
        counts.append(len(seen))

    assert counts[0] == counts[1]


def test_a_known_idempotency_key_adds_once(api, firm, path):
    template = a_template(firm, documents=[TAXES])
    headers = {"Idempotency-Key": "once"}

    first = data(api.post(path, {"template_id": template.id}, headers=headers))

    assert data(api.post(path, {"template_id": template.id}, headers=headers)) == first
    assert not db.in_transaction()
    assert len(ids(api.get(path.replace("checklist", "documents")))) == 1

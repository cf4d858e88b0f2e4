"""Every field of every body with values of every wrong type: 400 with the field's name, and never a 500."""

import pytest

from tests.builders import a_client, a_deadline, a_document, a_matter, a_note

from .answers import wrong_fields

NEVER = ([], {}, ["text"], 5, 5.0, 10**30, True)
NULL = (None,)
BLANK = ("", " ", "\u2003\n")
TEXT = (*NEVER, "\0", "a\0b", "\ud800", "a\udfffb")
WORD = (*NEVER, *NULL, *BLANK, "nonsense", "ACTIVE", "\ud800")
NAME = (*TEXT, *NULL, *BLANK, "x" * 256)
DATE = (*NEVER, *BLANK, "2026-02-30", "20260101", "2026-W01-1", "2026-1-1", "2026-01-01T00:00:00Z", "٢٠٢٦-٠١-٠١")
EMAIL = (*TEXT, *BLANK, "ana", "ana@example", "a b@example.com", "x" * 250 + "@example.com")
PHONE = (*TEXT, *BLANK, "5551234567", "+0123456789", "+1 555 123 4567", "+١٥٥٥١٢٣٤٥٦٧", "+1234567890123456")
FLAG = (None, "true", "", 0, 1, 1.0, [], {})
COUNT = (None, "5", "", 5.0, 5.5, True, 0, -1, 10**30, [], {})
FREE = (None, "text", 5, True, [], [1], {"a": "\0"}, {"\0": "a"}, {"\ud800": 1}, {"a": [{"b": "\udfff"}]},
        {"a": "x" * 65_536})
TEXTS = (None, "text", 5, True, {}, [5], [None], [["text"]], [{}], ["\0"], ["\ud800"], ["x" * 65], ["x"] * 51)
TYPES = (None, "text", 5, {}, [5], [None], ["pdf"], ["application/"], ["*/*"], ["a/b\nc"], ["a/b; c=d"], ["a/b"] * 51)
MIME = (*TEXT, *NULL, *BLANK, "pdf", "application/", "/pdf", "image/*", "a/b, c/d", "a/b; c=d", "a/ü", "a/b\r\nX: y")

MATTER = {
    "title": NAME, "practice_area": WORD, "client_id": TEXT, "description": (*TEXT, "x" * 10_001),
    "assigned_attorney": (*TEXT, "x" * 65), "intake_template_id": (*TEXT, "x" * 65), "custom_fields": FREE,
    "tags": TEXTS,
}
CLIENT = {
    "first_name": NAME, "last_name": NAME, "email": EMAIL, "phone": PHONE, "date_of_birth": DATE,
    "notes": (*TEXT, "x" * 20_001), "custom_fields": FREE, "address": ([], "text", 5, True, [{}]),
    "address.line1": TEXT, "address.line2": TEXT, "address.city": TEXT, "address.state": TEXT, "address.zip": TEXT,
}
DOCUMENT = {
    "name": NAME, "description": (*TEXT, "x" * 10_001), "instructions": (*TEXT, "x" * 10_001), "required": FLAG,
    "accepted_types": TYPES, "max_file_size_mb": COUNT,
}
DEADLINE = {"title": NAME, "due_date": (*DATE, *NULL), "type": WORD, "notes": (*TEXT, "x" * 10_001)}
NOTE = {
    "kind": WORD, "text": (*TEXT, *NULL, *BLANK, "x" * 10_001),
    "happened_at": (5, True, [], "yesterday", "2026-01-01", "2026-01-01T00:00:00"),
}
UPLOAD = {"document_id": (*TEXT, *NULL, *BLANK), "filename": NAME, "content_type": MIME, "file_size_bytes": COUNT}

OPERATIONS = {
    "POST /matters": MATTER,
    "PATCH /matters/{matter}": MATTER | {"status": WORD},
    "POST /clients": CLIENT,
    "PATCH /clients/{client}": CLIENT,
    "POST /matters/{matter}/documents/request": DOCUMENT,
    "PATCH /documents/{document}": DOCUMENT,
    "POST /matters/{matter}/deadlines": DEADLINE,
    "PATCH /matters/{matter}/deadlines/{deadline}": DEADLINE | {"completed": FLAG},
    "POST /matters/{matter}/notes": NOTE,
    "PATCH /matters/{matter}/notes/{note}": NOTE,
    "POST /uploads/signed-url": UPLOAD,
    "PATCH /uploads/upl_01JD0Q8Z4W6V9XK3M5N7P2R4T6/status": {"status": (*WORD, "pending"), "reviewer_notes": TEXT},
}


@pytest.fixture
def path_of(firm):
    """A path whose identifiers are those of real records."""
    matter = a_matter(firm)
    known = {"matter": matter.id, "client": a_client(firm).id, "document": a_document(firm, matter).id,
             "deadline": a_deadline(firm, matter).id, "note": a_note(firm, matter).id}
    return lambda path: path.format(**known)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_field_of_the_wrong_kind_is_named(api, path_of, operation):
    method, path = operation.split()
    for field, values in OPERATIONS[operation].items():
        name, _, part = field.partition(".")
        for value in values:
            answer = api.call(method, path_of(path), {name: {part: value} if part else value})

            assert [wrong for wrong in wrong_fields(answer) if f"{wrong}.".startswith(f"{field}.")], (field, value)

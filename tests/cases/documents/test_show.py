"""GET /documents/:id."""

import pytest

from tests.builders import a_document, an_upload
from tests.core.answers import data, refusal


def test_document_equals_its_row_in_the_list(api, firm, put):
    document = a_document(firm, description="d", accepted_types=["application/pdf"])
    an_upload(firm, put, document)

    shown = data(api.get(f"/documents/{document.id}"))

    assert [shown] == data(api.get(f"/matters/{document.matter_id}/documents"))
    assert (shown["status"], shown["upload"]["filename"]) == ("uploaded", "passport.pdf")


@pytest.mark.parametrize("id", ["doc_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_unknown_id_gets_404(api, id):
    answer = api.get(f"/documents/{id}")

    assert refusal(answer) == (404, "document_not_found")
    assert answer.json["error"]["details"] == {"id": id, "resource": "document"}

"""GET /documents/:id."""


from tests.builders import a_document, an_upload
from tests.core.answers import data


def test_document_equals_its_row_in_the_list(api, firm, put):
    document = a_document(firm, description="d", accepted_types=["application/pdf"])
    an_upload(firm, put, document)

    shown = data(api.get(f"/documents/{document.id}"))

    assert [shown] == data(api.get(f"/matters/{document.matter_id}/documents"))
    assert (shown["status"], shown["upload"]["filename"]) == ("uploaded", "passport.pdf")

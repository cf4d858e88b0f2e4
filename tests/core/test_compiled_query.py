"""Compiled queries and quick rows give the same results as Peewee and Marshmallow."""

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.matters.schemas import MatterRow
from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.schemas import Row
from intake.core.statements import CompiledQuery, Parameter
from tests.builders import a_matter, an_issued_upload

ROW = {"id": "mat_1", "title": "Smith v. Jones", "status": "active", "practice_area": "other", "client_id": "cli_1",
       "documents_count": 2, "created_at": now()}


class QuickMatterRow(Row, MatterRow):
    pass


@pytest.fixture
def by_title(app):
    return CompiledQuery(Matter.select(Matter.id, Matter.title).where(
        Matter.firm_id == Parameter("firm_id"), Matter.title == Parameter("title"), Matter.status == "active"))


@pytest.mark.parametrize("title", ["50 % of it", "%s", "O'Hara", "title", "firm_id"])
def test_compiled_query_uses_the_given_values(firm, rival, by_title, title):
    matter = a_matter(firm, title=title)
    a_matter(firm), a_matter(rival, title=title)

    assert by_title.rows(firm_id=firm.id, title=title) == [{"id": matter.id, "title": title}]
    assert by_title.value(firm_id=firm.id, title=title) == matter.id


def test_compiled_query_needs_every_parameter(firm, by_title):
    with pytest.raises(KeyError, match="title"):
        by_title.rows(firm_id=firm.id)


def test_rows_are_fetched_as_by_peewee(firm, rival):
    upload = an_issued_upload(firm, filename="Ausweis ü.pdf")
    document = DocumentRequest.of(firm).where(DocumentRequest.id == upload.document_id).first()

    for model, id in ((Upload, upload.id), (DocumentRequest, document.id), (Matter, document.matter_id)):
        expected = model.of(firm).where(model.id == id).first()
        with db.atomic():
            found = model.fetch(firm, id), model.fetch_locked(firm, id)
        assert [row.__data__ for row in found] == [expected.__data__] * 2
        assert not any(row.dirty_fields for row in found)
        with pytest.raises(NotFound):
            model.fetch(rival, id)
    with db.atomic():
        locked, of_it = Upload.lock_with_document(firm, upload.id)
    assert (locked.__data__, of_it.__data__, of_it.matter_title) == (
        Upload.fetch(firm, upload.id).__data__, document.__data__, found[0].title)


def test_rows_are_updated_only_where_the_conditions_hold(firm, rival):
    one, other = a_matter(firm), a_matter(firm)
    mine = Matter.id.in_(Matter.of(firm, Matter.id))

    assert one.change(Matter.status == "active", mine, client=None, tags=["a"], title="50 % of it")
    assert not one.change(Matter.status == "closed", mine, title="No")
    assert not one.change(Matter.id.in_(Matter.of(rival, Matter.id)), title="No")

    shown = Matter.of(firm).where(Matter.id == one.id).get()
    assert (shown.title, shown.tags, shown.updated_at) == ("50 % of it", ["a"], one.updated_at)
    assert Matter.fetch(firm, other.id).title == other.title
    one.firm_id = rival.id
    assert not one.change(title="No")


@pytest.mark.parametrize("row", [
    ROW, ROW | {"client_id": None}, ROW | {"more": 1}, {"client_id": None, "title": "Only this"},
    Matter(**ROW), Matter(**ROW | {"client_id": None}),
])
def test_row_is_serialized_as_by_marshmallow(row):
    assert QuickMatterRow().dump(row) == MatterRow().dump(row)
    assert QuickMatterRow(many=True).dump([row, row]) == MatterRow(many=True).dump([row, row])

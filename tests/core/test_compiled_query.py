"""Compiled queries and quick rows give the same results as Peewee and Marshmallow."""

import pytest

from intake.cases.matters.models import Matter
from intake.cases.matters.schemas import MatterRow
from intake.core.clock import now
from intake.core.db import CompiledQuery, Parameter
from intake.core.schemas import Row
from tests.builders import a_matter

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


@pytest.mark.parametrize("row", [
    ROW, ROW | {"client_id": None}, ROW | {"more": 1}, {"client_id": None, "title": "Only this"},
    Matter(**ROW), Matter(**ROW | {"client_id": None}),
])
def test_row_is_serialized_as_by_marshmallow(row):
    assert QuickMatterRow().dump(row) == MatterRow().dump(row)
    assert QuickMatterRow(many=True).dump([row, row]) == MatterRow(many=True).dump([row, row])

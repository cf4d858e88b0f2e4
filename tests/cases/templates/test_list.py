"""GET /matter-templates (docs/templates.md)."""

import pytest

from intake.cases.templates.library import built_ins
from tests.builders import a_template
from tests.core.answers import data, ids

from .conftest import PASSPORT, QUESTION, TAXES

PATH = "/matter-templates"
BUILT_IN = [*built_ins()]


def test_the_firms_own_come_first_and_then_the_built_in_ones(api, firm, rival):
    own = [a_template(firm).id for _ in range(3)]
    a_template(rival)

    answer = api.get(PATH)

    assert ids(answer) == own[::-1] + BUILT_IN
    assert answer.json["pagination"] == {"page": 1, "per_page": 20, "total": 9, "has_more": False}


def test_rows_have_counts(api, firm, built_in):
    a_template(firm, form=[QUESTION], documents=[PASSPORT, TAXES], state="TX", case_type="c", description="d")
    divorce = built_in("divorce_standard")

    rows = data(api.get(PATH))

    assert rows[0].items() >= {"questions_count": 1, "documents_count": 2, "state": "TX", "case_type": "c",
                               "description": "d", "built_in": False}.items()
    shown = next(row for row in rows if row["id"] == divorce["id"])
    assert shown.items() >= {"name": "Divorce", "case_type": "divorce_standard", "practice_area": "family_law",
                             "built_in": True, "questions_count": len(divorce["form"]),
                             "documents_count": len(divorce["documents"])}.items()
    assert not shown.keys() & {"form", "documents"}


@pytest.mark.parametrize("per_page", [1, 2, 4, 5, 9, 10])
def test_pages_hold_every_template_once(api, firm, per_page):
    own = [a_template(firm).id for _ in range(4)][::-1]
    seen, page, more = [], 1, True

    while more:
        answer = api.get(f"{PATH}?page={page}&per_page={per_page}")
        assert len(ids(answer)) <= per_page
        seen += ids(answer)
        page, more = page + 1, answer.json["pagination"]["has_more"]

    assert seen == own + BUILT_IN
    assert ids(api.get(f"{PATH}?page={page}&per_page={per_page}")) == []
    assert ids(api.get(f"{PATH}?page={10**15}&per_page=100")) == []


@pytest.mark.parametrize(("query", "names"), [
    ("case_type=custody_only", ["Custody and parenting time"]),
    ("practice_area=family_law", ["Ours", "Custody and parenting time", "Divorce"]),
    ("practice_area=family_law&state=NY", ["Ours"]),
    ("practice_area=criminal", []),
    ("state=CA", []),
    ("case_type=%25", []),
    ("search=OURS", ["Ours"]),
    ("search=divorcio", ["Divorce"]),
    ("search=testament", ["Will and estate plan"]),
    ("search=%25", []),
    ("search=parent%20custod", ["Custody and parenting time"]),
])
def test_filters(api, firm, query, names):
    a_template(firm, name="Ours", practice_area="family_law", state="NY", case_type="mine")

    answer = api.get(f"{PATH}?{query}")

    assert [row["name"] for row in data(answer)] == names
    assert answer.json["pagination"]["total"] == len(names)


def test_the_number_of_statements_does_not_grow(api, firm, statements):
    for _ in range(12):
        a_template(firm, form=[QUESTION], documents=[PASSPORT])
    api.get(PATH)

    with statements() as seen:
        api.get(f"{PATH}?per_page=100")

    assert len([sql for sql in seen if "matter_templates" in sql]) <= 2
    assert len(seen) <= 3

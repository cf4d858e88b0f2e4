"""The templates that come with Intake (docs/templates.md)."""

import re

import pytest

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.templates.library import built_ins
from intake.cases.templates.schemas import TemplateIn, TemplateOut
from intake.core.ids import is_id
from tests.core.answers import data

CASE_TYPES = ["custody_only", "divorce_standard", "estate_planning_probate", "estate_planning_will",
              "immigration_asylum", "personal_injury_auto"]
EVERY = pytest.mark.parametrize("template", built_ins().values(), ids=lambda template: template["case_type"])
STEP = re.compile(r"\d+\. \S.*[.»\"]")


def test_there_is_one_for_each_case_type_of_the_interface():
    assert [template["case_type"] for template in built_ins().values()] == CASE_TYPES


@EVERY
def test_every_firm_sees_it(api, rival_api, template):
    path = f"/matter-templates/{template['id']}"

    assert data(api.get(path)) == data(rival_api.get(path))
    assert data(api.get(path))["name"] == template["name"]


@EVERY
def test_it_can_be_posted_as_a_copy(api, template):
    shown = data(api.get(f"/matter-templates/{template['id']}"))

    own = data(api.post("/matter-templates", shown), 201)

    assert {name: own[name] for name in ("form", "documents", "translations", "name", "description")} == {
        name: shown[name] for name in ("form", "documents", "translations", "name", "description")}


@EVERY
def test_it_has_the_shape_of_a_posted_template(template):
    shown = TemplateOut().dump(template)

    assert TemplateIn().load(shown) == {
        name: template[name] for name in TemplateIn().fields if name in template and name != "matter_id"}


@EVERY
def test_it_is_complete(template):
    assert is_id(template["id"])
    assert template["practice_area"] in PRACTICE_AREAS
    assert 20 <= len(template["form"]) <= 40
    assert 10 <= len(template["documents"]) <= 20
    assert any(question["shown_if"] for question in template["form"])
    assert any(document["required"] for document in template["documents"])
    assert any(not document["required"] for document in template["documents"])
    for document in template["documents"]:
        assert document["description"]
        assert document["accepted_types"]
        assert len({document["category"] for document in template["documents"]}) > 2


@EVERY
def test_instructions_are_numbered_lines(template):
    for document in template["documents"]:
        for text in (document["instructions"], document["translations"]["es"]["instructions"]):
            lines = text.split("\n")
            assert [line.split(".")[0] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
            assert all(STEP.fullmatch(line) for line in lines), text


@EVERY
def test_every_text_is_translated(template):
    texts = [(template, ("name", "description"))]
    texts += [(question, ("label", "help", "section", "options", "entry_label")) for question in template["form"]]
    texts += [(field, ("label", "options")) for question in template["form"] for field in question.get("fields", ())]
    texts += [(document, ("name", "description", "instructions", "category")) for document in template["documents"]]
    for thing, names in texts:
        spanish = thing["translations"]["es"]
        assert {name for name in names if thing.get(name)} == spanish.keys(), thing
        for name, text in spanish.items():
            assert len(text) == len(thing[name]) if isinstance(text, list) else text.strip() == text != "", thing
            # An abbreviation may be the same, a sentence hardly.
            assert isinstance(text, list) or text != thing[name], thing
        if spanish.get("options"):
            assert len(set(spanish["options"])) == len(spanish["options"])


@EVERY
def test_translated_instructions_have_as_many_steps(template):
    for document in template["documents"]:
        assert len(document["instructions"].split("\n")) == len(
            document["translations"]["es"]["instructions"].split("\n")), document["name"]


@EVERY
def test_spanish_texts_use_the_formal_address(template):
    informal = re.compile(r"\b(tú|tus|tuyo|tuya|contigo|puedes|tienes|quieres|necesitas|toma una|envía una)\b", re.I)
    every = str([each["translations"] for each in (template, *template["form"], *template["documents"])])

    assert not informal.findall(every)

"""POST /matter-templates (docs/templates.md)."""

import json
import re

import pytest

from intake.core.migrations import ROOT
from tests.builders import a_document, a_matter
from tests.core.answers import data, ids, refusal, wrong_fields

from .conftest import PASSPORT, QUESTION, TAXES

PATH = "/matter-templates"
CHOICE = {"id": "state", "type": "choice", "label": "State", "options": ["New York", "Nevada"]}


def test_the_smallest_template_has_every_default(api):
    template = data(api.post(PATH, {"name": "  Leases "}), 201)

    assert template["id"].startswith("tmpl_")
    assert template == {
        "id": template["id"], "name": "Leases", "case_type": None, "practice_area": None, "state": None,
        "description": None, "form": [], "documents": [], "translations": {}, "leave_button": False,
        "reminder_rules": None, "built_in": False,
        "questions_count": 0, "documents_count": 0, "version": 1, "created_at": template["created_at"],
        "updated_at": template["updated_at"]}
    assert data(api.get(f"{PATH}/{template['id']}")) == template


def test_questions_and_documents_have_their_defaults(api):
    template = data(api.post(PATH, {"name": "a", "form": [QUESTION], "documents": [TAXES]}), 201)

    assert template["form"] == [QUESTION | {
        "help": None, "section": None, "required": False, "options": [], "when": None, "shown_if": None,
        "translations": {}}]
    assert template["documents"] == [TAXES | {
        "description": None, "instructions": None, "category": None, "required": True, "accepted_types": [],
        "max_file_size_mb": 25, "translations": {}}]
    assert (template["questions_count"], template["documents_count"]) == (1, 1)


def test_a_list_has_its_defaults_and_is_checked(api):
    def post(**values):
        question = {"type": "list", "label": "Children", "fields": [{"type": "text", "label": "Full name"}]} | values
        return api.post(PATH, {"name": "a", "form": [question]})

    [question] = data(post(fields=[{"type": "text", "label": "Name"}, {"type": "date", "label": "Name"}]), 201)["form"]
    field = {"required": False, "options": [], "when": None, "translations": {}}
    assert {name: question[name] for name in ("id", "min_entries", "max_entries", "fields")} == {
        "id": "children", "min_entries": 0, "max_entries": 20, "fields": [
            {"id": "name", "type": "text", "label": "Name"} | field,
            {"id": "name_2", "type": "date", "label": "Name"} | field]}
    assert data(post(min_entries=30, entry_label="Child"), 201)["form"][0]["max_entries"] == 30

    text = {"type": "text", "label": "Name"}
    for values, wrong in (
            ({"fields": []}, "fields"), ({"fields": [text] * 9}, "fields"), ({"options": ["a"]}, "options"),
            ({"fields": [text, text | {"type": "list"}]}, "fields.1.type"), ({"max_entries": 51}, "max_entries"),
            ({"fields": [text | {"type": "choice"}]}, "fields.0.options"), ({"min_entries": 3, "max_entries": 2},
             "max_entries"), ({"fields": [text | {"when": "past"}]}, "fields.0.when"),
            ({"fields": [text | {"id": "a"}, text | {"id": "a"}]}, "fields.1.id"),
            ({"type": "text"}, "fields"), ({"type": "text", "fields": [], "min_entries": 1}, "min_entries"),
            ({"fields": [text | {"id": "a.b"}]}, "fields.0.id")):
        assert wrong_fields(post(**values)) == {f"form.0.{wrong}"}, values
    needs = [question, {"type": "text", "label": "?", "shown_if": {"question": "children", "equals": "Leo"}}]
    assert wrong_fields(api.post(PATH, {"name": "a", "form": needs})) == {"form.1.shown_if.question"}


def test_a_condition_names_an_option_with_breaks_as_the_option_itself(api):
    option = "Texas\n and Ohio "
    form = [CHOICE | {"id": "state", "options": [option, "Nevada"]},
            {"type": "text", "label": "?", "shown_if": {"question": "state", "equals": option}}]
    form = data(api.post(PATH, {"name": "Lines", "form": form}), 201)["form"]
    assert form[1]["shown_if"]["equals"] == form[0]["options"][0] == "Texas and Ohio"


def test_the_response_can_be_sent_back(api):
    given = {"name": "Divorce", "case_type": "divorce_standard", "practice_area": "family_law", "state": "NY",
             "description": "d", "documents": [PASSPORT], "translations": {"es": {"name": "Divorcio"}},
             "form": [QUESTION, CHOICE | {"shown_if": {"question": "married", "equals": True}, "section": "You",
                                          "translations": {"es": {"options": ["Nueva York", "Nevada"]}}}]}
    template = data(api.post(PATH, given), 201)

    again = data(api.post(PATH, template), 201)

    assert again["id"] != template["id"]
    own = ("id", "created_at", "updated_at")
    assert {name: again[name] for name in again if name not in own} == {
        name: template[name] for name in template if name not in own}
    assert data(api.get(f"{PATH}/{again['id']}")) == again


def test_the_documented_example_works(api):
    page = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"-d '(\{.*?\n\})'", page, re.DOTALL)

    template = data(api.post(PATH, json.loads(example)), 201)

    assert (template["questions_count"], template["documents_count"]) == (2, 1)
    assert template["documents"][0]["instructions"].count("\n") == 1


def test_a_question_without_an_id_gets_one_from_its_label(api):
    labels = ["¿Cuándo nació?", "¿Cuándo nació?", "1st child", "???", "x" * 100]

    template = data(api.post(PATH, {"name": "a", "form": [{"type": "text", "label": label} for label in labels]}), 201)

    assert [question["id"] for question in template["form"]] == [
        "cuando_nacio", "cuando_nacio_2", "question_1st_child", "question", "x" * 40]


@pytest.mark.parametrize(("question", "wrong"), [
    ({}, {"form.1.type", "form.1.label"}),
    ({"type": "text", "label": " "}, {"form.1.label"}),
    ({"type": "slider", "label": "a"}, {"form.1.type"}),
    ({"type": "text", "label": "a" * 501}, {"form.1.label"}),
    ({"type": "text", "label": "a", "id": "1st"}, {"form.1.id"}),
    ({"type": "text", "label": "a", "id": "married"}, {"form.1.id"}),
    ({"type": "text", "label": "a", "required": "yes"}, {"form.1.required"}),
    ({"type": "text", "label": "a", "lable": "a"}, {"form.1.lable"}),
    ({"type": "text", "label": "a", "options": ["b"]}, {"form.1.options"}),
    ({"type": "choice", "label": "a"}, {"form.1.options"}),
    ({"type": "choices", "label": "a", "options": []}, {"form.1.options"}),
    ({"type": "choice", "label": "a", "options": ["b", 5, ""]}, {"form.1.options.1", "form.1.options.2"}),
    ({"type": "choice", "label": "a", "options": ["b", "B"]}, {"form.1.options"}),
    ({"type": "choice", "label": "a", "options": [str(number) for number in range(101)]}, {"form.1.options"}),
    ({"type": "text", "label": "a", "translations": {"fr": {}}}, {"form.1.translations.fr"}),
    ({"type": "text", "label": "a", "translations": {"es": {"name": "b"}}}, {"form.1.translations.es.name"}),
    ({"type": "choice", "label": "a", "options": ["b"], "translations": {"es": {"options": ["b", "c"]}}},
     {"form.1.translations.es.options"}),
    ("text", {"form.1"}),
    (None, {"form.1"}),
    ({"type": "text", "label": "nul \x00"}, {"form.1.label"}),
    ({"type": "text", "label": "lone \ud800"}, {"form.1.label"}),
])
def test_invalid_questions_are_refused(api, question, wrong):
    assert wrong_fields(api.post(PATH, {"name": "a", "form": [QUESTION, question]})) == wrong


@pytest.mark.parametrize(("condition", "wrong"), [
    ({"question": "married"}, "equals"),
    ({"question": "married", "equals": None}, "equals"),
    ({"question": "married", "equals": "maybe"}, "equals"),
    ({"question": "married", "equals": [True]}, "equals"),
    ({"question": "married", "equals": {"a": 1}}, "equals"),
    ({"question": "state", "equals": "Ohio"}, "equals"),
    ({"question": "state", "equals": "nul \x00"}, "equals"),
    ({"question": "home", "equals": "x"}, "question"),
    ({"question": "nobody", "equals": True}, "question"),
    ({"question": "itself", "equals": True}, "question"),
    ({"question": "later", "equals": True}, "question"),
])
def test_impossible_conditions_are_refused(api, condition, wrong):
    form = [QUESTION, CHOICE, {"id": "home", "type": "address", "label": "a"},
            {"id": "itself", "type": "yes_no", "label": "a", "shown_if": condition},
            {"id": "later", "type": "yes_no", "label": "a"}]

    assert wrong_fields(api.post(PATH, {"name": "a", "form": form})) == {f"form.3.shown_if.{wrong}"}


@pytest.mark.parametrize(("about", "given", "kept"), [
    (QUESTION, "yes", True), (CHOICE, "Nevada", "Nevada"), (CHOICE | {"type": "choices"}, "Nevada", "Nevada"),
    ({"id": "n", "type": "number", "label": "a"}, "1,200", 1200),
    ({"id": "d", "type": "date", "label": "a"}, "2026-02-28", "2026-02-28"),
])
def test_the_value_of_a_condition_is_stored_as_a_clean_answer(api, about, given, kept):
    form = [about, {"type": "text", "label": "a", "shown_if": {"question": about["id"], "equals": given}}]

    template = data(api.post(PATH, {"name": "a", "form": form}), 201)

    assert template["form"][1]["shown_if"] == {"question": about["id"], "equals": kept}


@pytest.mark.parametrize(("document", "wrong"), [
    ({}, {"documents.1.name"}),
    ({"name": "TAX  return"}, {"documents.1.name"}),
    ({"name": "a", "accepted_types": ["pdf"]}, {"documents.1.accepted_types.0"}),
    ({"name": "a", "max_file_size_mb": 0}, {"documents.1.max_file_size_mb"}),
    ({"name": "a", "category": "c" * 101}, {"documents.1.category"}),
    ({"name": "a", "translations": {"es": {"label": "b"}}}, {"documents.1.translations.es.label"}),
    ("Passport", {"documents.1"}),
])
def test_invalid_documents_are_refused(api, document, wrong):
    assert wrong_fields(api.post(PATH, {"name": "a", "documents": [TAXES, document]})) == wrong


@pytest.mark.parametrize("body", [
    {"form": [{"type": "text", "label": "a"}] * 201}, {"documents": [{"name": str(i)} for i in range(101)]},
    {"state": "New York"}, {"state": "ny"}, {"practice_area": "tax"}, {"case_type": "a" * 65}, {"form": {}},
    {"documents": None}, {"translations": {"es": {"form": []}}}, {"questions": []},
], ids=lambda body: f"{next(iter(body))} {str(body)[:40]}")
def test_invalid_bodies_are_refused(api, body):
    assert {name.split(".")[0] for name in wrong_fields(api.post(PATH, {"name": "a"} | body))} == {*body}


def test_a_template_of_the_largest_size(api):
    options = [f"{number:03} " + "x" * 196 for number in range(100)]
    form = [{"type": "choice", "label": f"Question {number}", "options": options if number < 20 else ["a"]}
            for number in range(200)]
    documents = [{"name": f"Document {number}"} for number in range(100)]

    template = data(api.post(PATH, {"name": "a", "form": form, "documents": documents}), 201)

    assert (template["questions_count"], template["documents_count"]) == (200, 100)


def test_a_matters_checklist_is_cloned(api, firm):
    matter = a_matter(firm, practice_area="immigration", custom_fields={"case_type": "immigration_asylum"})
    source = data(api.post(PATH, {"name": "a", "documents": [PASSPORT]}), 201)
    api.post(f"/matters/{matter.id}/checklist", {"template_id": source["id"]})
    a_document(firm, matter, name="Visa", description="d", instructions="i", required=False,
               accepted_types=["image/png"], max_file_size_mb=3)
    a_document(firm, matter, name="VISA", description="again")

    clone = data(api.post(PATH, {"name": "b", "matter_id": matter.id, "documents": [TAXES, {"name": "visa"}]}), 201)

    assert clone["documents"] == [PASSPORT, {
        "name": "Visa", "description": "d", "instructions": "i", "category": None, "required": False,
        "accepted_types": ["image/png"], "max_file_size_mb": 3, "translations": {}}, clone["documents"][2]]
    assert clone["documents"][2]["name"] == "Tax return"
    assert (clone["practice_area"], clone["case_type"]) == ("immigration", "immigration_asylum")


def test_a_clone_may_have_another_case_type(api, firm):
    matter = a_matter(firm, practice_area="immigration")

    clone = data(api.post(PATH, {"name": "b", "matter_id": matter.id, "practice_area": "other", "case_type": "x"}), 201)

    assert (clone["practice_area"], clone["case_type"], clone["documents"]) == ("other", "x", [])


def test_a_clone_has_the_same_limit_of_documents(api, firm):
    matter = a_matter(firm)
    a_document(firm, matter)

    body = {"name": "a", "matter_id": matter.id, "documents": [{"name": f"d {number}"} for number in range(100)]}

    assert wrong_fields(api.post(PATH, body)) == {"matter_id"}


def test_another_firms_matter_is_not_cloned(api, rival):
    answer = api.post(PATH, {"name": "a", "matter_id": a_matter(rival).id})

    assert refusal(answer) == (404, "matter_not_found")
    assert not [row for row in data(api.get(PATH)) if not row["built_in"]]


def test_no_event_is_recorded(api, announced):
    before = announced()

    assert data(api.post(PATH, {"name": "a"}), 201)["id"] in ids(api.get(PATH))
    assert announced() == before

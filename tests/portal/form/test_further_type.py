"""A further type of question takes a class, a line in the registry and a macro; everything else follows."""

import pytest
from jinja2 import ChoiceLoader, DictLoader
from marshmallow import ValidationError

from intake.cases.templates.question_types import QUESTION_TYPES
from intake.cases.templates.question_types.question_type import InvalidAnswer, QuestionType
from tests.core.answers import data, wrong_fields

TOO_FEW = "Please give one to five stars."
MACRO = """{% macro stars(question, problem) -%}
{% set name = field_name(question.id) -%}
<label for="{{ name }}">{{ label(question) }}</label>
{{ around(question, problem) }}
<input id="{{ name }}" name="{{ name }}" type="range" max="5" value="{{ typed(question) }}"
{{- described(question, problem) }}
 data-ends="{{ question.options|map(attribute='label')|join(' – ') }}">
{%- endmacro %}"""
FORM = [{"id": "service", "type": "stars", "label": "Our service?", "options": ["bad", "good"], "required": True},
        {"id": "thanks", "type": "text", "label": "What was good?", "shown_if": {"question": "service", "equals": "5"}}]


class Stars(QuestionType):
    """One to five stars, typed as a number; the options are the meanings of the fewest and the most stars."""

    name = "stars"
    problems = (TOO_FEW,)

    def check_options(self, options):
        if len(options) != 2:
            raise ValidationError("Must be two.", "options")

    def parse(self, typed, question):
        if typed not in range(1, 6) and str(typed) not in "12345":
            raise InvalidAnswer(TOO_FEW)
        return int(typed)

    def format(self, answer, question, language):
        return ["★" * answer + "☆" * (5 - answer), question["options"][answer > 3]["label"]]

    def fulfils(self, answer, wanted):
        return answer >= wanted

    def condition_for_field(self, wanted):
        return f"{wanted} or more"


@pytest.fixture(autouse=True)
def stars(app, monkeypatch):
    """The type, registered, with its macro in the template."""
    environment = app.jinja_env
    template, _, _ = environment.loader.get_source(environment, "question_types.html")
    monkeypatch.setitem(QUESTION_TYPES, "stars", Stars())
    monkeypatch.setattr(environment, "loader", ChoiceLoader([
        DictLoader({"question_types.html": template + MACRO}), environment.loader]))


def test_a_template_may_have_it(api):
    template = data(api.post("/matter-templates", {"name": "Feedback", "form": FORM}), 201)

    assert [question["type"] for question in template["form"]] == ["stars", "text"]
    assert template["form"][1]["shown_if"]["equals"] == 5
    assert wrong_fields(api.post("/matter-templates", {"name": "x", "form": [FORM[0] | {"options": ["bad"]}]})) == {
        "form.0.options"}
    impossible = FORM[1] | {"shown_if": {"question": "service", "equals": 6}}
    assert wrong_fields(api.post("/matter-templates", {"name": "x", "form": [FORM[0], impossible]})) == {
        "form.1.shown_if.equals"}


def test_the_form_asks_for_it(portal_of):
    portal = portal_of(form=FORM)
    page = portal.get("/form/1").text

    assert '<input id="q.service" name="q.service" type="range" max="5" value=""\n data-ends="bad – good">' in page
    assert 'data-follows="q.service" data-equals="5 or more"' in page
    assert "Only if you answered “★★★★★, good” to: Our service?" in page


def test_its_answer_is_checked_kept_and_shown(portal_of):
    portal = portal_of(form=FORM)
    assert TOO_FEW in portal.submit("/form/1", **{"q.service": "7"}).text
    assert 'max="5" value="7" aria-describedby="q.service-wrong" aria-invalid="true"' in portal.submit(
        "/form/1", **{"q.service": "7"}).text

    assert portal.submit("/form/1", **{"q.service": "4", "q.thanks": "All"}).location == portal.path("/form/review")
    assert "<dd>★★★★☆<br>good</dd>" in portal.get("/form/review").text.replace("\n", "")
    portal.submit("/form/1", **{"q.service": "5", "q.thanks": "All of it"})
    portal.submit("/form/review")

    assert portal.form.answers == {"service": 5, "thanks": "All of it"}

"""The firm reads the client's questions and answers: `GET /matters/:id/intake-form`."""

import pytest

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.intake_forms.actions import submit as submit_form
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import update as update_template
from intake.core.db import db
from tests.builders import ANSWERS, FORM, a_client, a_matter, a_template
from tests.core.answers import data


@pytest.fixture
def template(firm):
    return a_template(firm)


@pytest.fixture
def matter(firm, template):
    """A matter with a client and a form."""
    return a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)


@pytest.fixture
def read(api, matter):
    """Return the API's answer: `read()`."""
    return lambda: data(api.get(f"/matters/{matter.id}/intake-form"))


def submit(form):
    with db.atomic():
        return submit_form(form)


def test_before_anything_was_answered(read, matter, template):
    answer = read()

    assert [question["id"] for question in answer["questions"]] == [question["id"] for question in FORM]
    assert answer["questions"][3]["shown_if"] == {"question": "has_children", "equals": True}
    assert (answer["matter_id"], answer["client_id"]) == (matter.id, matter.client_id)
    assert (answer["answers"], answer["saved_at"], answer["submitted_at"]) == ({}, None, None)


def test_while_it_is_being_answered(read, matter):
    save(ensure_form(matter), {"full_name": "  Ana ", "has_children": "perhaps"}, {})
    answer = read()

    assert answer["answers"] == {"full_name": "Ana"}
    assert answer["saved_at"]
    assert answer["submitted_at"] is None


def test_after_it_was_submitted(read, matter):
    form = save(ensure_form(matter), ANSWERS, {})
    assert submit(form) == {}
    assert read()["answers"] == {"full_name": "Ana Silva", "has_children": True, "children": "Leo"}
    assert read()["submitted_at"]

    save(form, {"full_name": "Someone else"}, {})
    assert read()["answers"]["full_name"] == "Ana Silva"
    submit(form)
    assert read()["answers"]["full_name"] == "Someone else"


def test_answers_to_hidden_questions_are_not_submitted(read, matter):
    submit(save(ensure_form(matter), ANSWERS | {"has_children": "no"}, {}))

    assert read()["answers"] == {"full_name": "Ana Silva", "has_children": False}


def test_a_matter_without_a_template_has_no_questions(api, firm):
    answer = data(api.get(f"/matters/{a_matter(firm).id}/intake-form"))

    assert (answer["questions"], answer["answers"], answer["client_id"]) == ([], {}, None)


def test_questions_follow_the_template_until_the_first_answer(firm, matter, template, read):
    ensure_form(matter)
    update_template(firm, template.id, form=template.form[:1])
    assert [question["id"] for question in ensure_form(matter).questions] == ["full_name"]

    save(ensure_form(matter), {"full_name": "Ana"}, {})
    update_template(firm, template.id, form=template.form[1:2])
    assert [question["id"] for question in ensure_form(matter).questions] == ["full_name"]
    assert read()["answers"] == {"full_name": "Ana"}


def test_a_new_client_of_the_matter_gets_an_empty_form(firm, matter, read):
    save(ensure_form(matter), ANSWERS, {})
    update(firm, matter.id, client_id=a_client(firm).id)

    assert read()["answers"] == {}
    assert ensure_form(Matter.fetch(firm, matter.id)).draft == {}


def test_concurrent_requests_create_one_form(matter, at_once):
    assert len({form.id for form in at_once(4, lambda _: ensure_form(matter))}) == 1


def test_no_event_and_no_log_line_has_an_answer(api, matter, announced, caplog):
    caplog.set_level("DEBUG")
    submit(save(ensure_form(matter), ANSWERS | {"about": "A very private sentence"}, {}))
    api.get(f"/matters/{matter.id}/intake-form")

    assert "private sentence" not in str(announced())
    assert "private sentence" not in str([vars(r) for r in caplog.records if r.name != "peewee"])

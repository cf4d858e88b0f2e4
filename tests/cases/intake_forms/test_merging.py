"""Merging the answers of two tabs with the same form."""

import pytest

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.intake_forms.merging import changed, mark_of, marks_of
from intake.cases.intake_forms.models import IntakeForm
from tests.builders import a_client, a_matter, a_template


@pytest.fixture
def form(firm):
    """A form without answers."""
    template = a_template(firm)
    return ensure_form(a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id))


def draft(form):
    return IntakeForm.fetch(form, form.id).draft


def test_only_answers_changed_on_the_page_are_saved():
    marks = marks_of({"a": "one", "b": "two", "c": ["x"]})

    draft = {"a": "one", "b": "two", "c": ["x"]}
    assert changed({"a": "one", "b": "three", "c": [], "d": ""}, marks, draft) == {"b": "three", "c": []}
    assert changed({"a": "one", "b": "two", "c": []}, marks, {}) == {"a": "one", "b": "two", "c": []}


@pytest.mark.parametrize("nothing", [None, "", [], {}, {"line1": "", "city": ""}])
def test_every_empty_answer_has_the_same_mark(nothing):
    assert mark_of(nothing) == ""


def test_marks_differ_and_do_not_reveal_answers():
    marks = [mark_of(answer) for answer in ("1", ["1"], {"line1": "1"}, "2", " ")]

    assert len(set(marks)) == 5
    assert "secret" not in mark_of("secret")


def test_two_tabs_that_answer_different_questions_keep_both(form):
    empty = marks_of({})
    save(form, {"full_name": "Ana", "about": ""}, empty)
    save(form, {"full_name": "", "about": "It rained."}, empty)

    assert draft(form) == {"full_name": "Ana", "about": "It rained."}


def test_of_two_changes_to_one_answer_the_last_wins(form):
    save(form, {"full_name": "Ana"}, {})
    save(form, {"full_name": "Anna"}, {})

    assert draft(form) == {"full_name": "Anna"}


def test_an_older_page_does_not_undo_the_changes_of_another(form):
    save(form, {"full_name": "Ana"}, {})
    older = marks_of({"full_name": "Ana"})
    save(form, {"full_name": "Anna"}, older)
    save(form, {"full_name": "Ana", "about": "Rain."}, older)

    assert draft(form) == {"full_name": "Anna", "about": "Rain."}


def test_an_answer_can_be_deleted(form):
    save(form, {"full_name": "Ana"}, {})
    save(form, {"full_name": ""}, marks_of({"full_name": "Ana"}))

    assert draft(form) == {"full_name": ""}


def test_concurrent_saves_lose_nothing(form, at_once):
    at_once(8, lambda i: save(form, {f"question_{i}": str(i)}, {}))

    assert draft(form) == {f"question_{i}": str(i) for i in range(8)}

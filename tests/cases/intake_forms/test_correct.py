"""POST /matters/:id/intake-form/corrections, and the history of answers."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.intake_forms.actions import ask_further, ensure_form, save
from intake.cases.intake_forms.models import AnswerChange, IntakeForm
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.portal.links.completion import submit_form
from tests.builders import A_LIST, ANSWERS, a_client, a_matter, a_template, an_intake_link
from tests.core.answers import data, refusal, wrong_fields


@pytest.fixture
def matter(firm):
    return a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)


@pytest.fixture
def form(matter):
    """The client's form, submitted."""
    form = save(ensure_form(matter), ANSWERS, {})
    assert submit_form(an_intake_link(matter, matter), form) == {}
    return IntakeForm.of_matter(matter).get()


@pytest.fixture
def correct(api, matter):
    return lambda answers, reason="She said so.": api.post(
        f"/matters/{matter.id}/intake-form/corrections", {"answers": answers, "reason": reason})


def test_corrected_answer_keeps_what_the_client_wrote(firm, form, correct):
    corrected = data(correct({"full_name": "Ana Maria Silva", "has_children": False}))
    made = IntakeForm.fetch(firm, form.id)

    assert corrected["answers"] == {"full_name": "Ana Maria Silva", "has_children": False}
    assert {(each["question_id"], str(each["before"]), str(each["after"])) for each in corrected["changes"]} == {
        ("full_name", "Ana Silva", "Ana Maria Silva"), ("has_children", "True", "False"), ("children", "Leo", "None")}
    assert {(each["reason"], each["actor_type"]) for each in corrected["changes"]} == {("She said so.", "api_key")}
    assert made.draft["full_name"] == "Ana Maria Silva"
    assert made.submitted_at == form.submitted_at
    [act] = AuditEntry.of(firm).where(AuditEntry.action == "intake_form.corrected")
    assert (act.details["questions"], "Maria" in str(act.details)) == (["full_name", "has_children", "children"], False)


def test_change_of_the_client_is_in_the_history(firm, matter, form, api):
    submit_form(an_intake_link(firm, matter), save(form, ANSWERS | {"full_name": "Ana S."}, {}))
    [change] = data(api.get(f"/matters/{matter.id}/intake-form"))["changes"]

    assert (change["before"], change["after"], change["reason"]) == ("Ana Silva", "Ana S.", None)


def test_history_is_shown_while_a_further_question_is_open(api, matter, form, correct):
    with db.atomic():
        ask_further(matter, [form.questions[0] | {"id": "maiden_name"}])
    corrected = data(correct({"full_name": "Ana Maria Silva"}))

    assert (corrected["submitted_at"], [each["after"] for each in corrected["changes"]]) == (None, ["Ana Maria Silva"])
    assert data(api.get(f"/matters/{matter.id}/intake-form"))["changes"] == corrected["changes"]


def test_correction_and_a_further_question_do_not_end_each_other(firm, matter, form, correct, while_locked):
    question = form.questions[0] | {"id": "maiden_name"}
    corrected, _ = while_locked(lambda: Matter.fetch_locked(firm, matter.id),
                                lambda: correct({"full_name": "Ana Maria Silva"}),
                                lambda: ask_further(matter, [question]))

    assert data(corrected)["answers"]["full_name"] == "Ana Maria Silva"
    assert "maiden_name" in {each["id"] for each in IntakeForm.fetch(firm, form.id).questions}


def test_wrong_entry_of_a_list_is_named(firm, api):
    template = a_template(firm, form=[A_LIST])
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)
    submit_form(an_intake_link(firm, matter), save(ensure_form(matter), {"children": [{"name": "Leo"}]}, {}))

    def correct(*entries):
        body = {"answers": {"children": list(entries)}, "reason": "She said so."}
        return api.post(f"/matters/{matter.id}/intake-form/corrections", body)

    assert wrong_fields(correct({"name": "Leo"}, {"name": "", "born": "2015-02-30"}, {"nme": "x"})) == {
        "answers.children.1.name", "answers.children.1.born", "answers.children.2.name", "answers.children.2.nme"}
    answers = {"children": [{"name": "Leo", "born": "2015-02-03"}]}
    assert data(correct({"name": " Leo", "born": "2015-02-03"}, {}))["answers"] == answers
    assert [change.before for change in AnswerChange.latest(IntakeForm.of_matter(matter).get())] == [[{"name": "Leo"}]]


@pytest.mark.parametrize(("answers", "field"), [
    ({"unknown": "x"}, "answers.unknown"), ({"has_children": "perhaps"}, "answers.has_children"),
    ({"full_name": {"a": 1}}, "answers.full_name"), ({"full_name": ["x"]}, "answers.full_name")])
def test_wrong_correction_changes_nothing(firm, form, correct, answers, field):
    assert wrong_fields(correct(answers | {"about": "New"})) == {field}
    assert (IntakeForm.fetch(firm, form.id).answers, AnswerChange.latest(form)) == (form.answers, [])


def test_reason_is_required_and_nothing_changed_is_no_correction(form, correct):
    assert wrong_fields(correct({"about": "x"}, " ")) == {"reason"}
    assert data(correct({"full_name": "Ana Silva"}))["changes"] == []
    assert data(correct({"full_name": None}))["answers"] == {"has_children": True, "children": "Leo"}


def test_before_the_client_has_submitted_there_is_nothing_to_correct(correct):
    assert refusal(correct({"full_name": "Ana"})) == (422, "invalid_status_transition")


def test_concurrent_corrections_are_all_kept(firm, form, correct, at_once):
    given = [{"full_name": "Ana M. Silva"}, {"about": "It rained."}, {"children": "Leo, Mia"}]
    at_once(3, lambda number: correct(given[number]))

    assert IntakeForm.fetch(firm, form.id).answers == {
        "full_name": "Ana M. Silva", "about": "It rained.", "has_children": True, "children": "Leo, Mia"}
    assert len(AnswerChange.latest(form)) == 3

"""The people to whom a matter or a lead can be assigned."""

import re

import pytest

from intake.accounts.users.actions import change
from intake.cases.matters.models import Matter
from tests.builders import a_caller, a_communication, a_lead, a_matter, a_user


@pytest.fixture
def namesakes(firm):
    """Two people with the same name."""
    people = [a_user(firm), a_user(firm, "staff")]
    for user in people:
        user.change(first_name="Sven", last_name="Brown")
    return people


def options(page, name):
    """Return {value: text} of the choices in the page's select of this name, and of those that are selected."""
    [select] = re.findall(f'<select [^>]*name="{name}"[^>]*>(.*?)</select>', page.text, re.DOTALL)
    found = re.findall('<option value="([^"]*)"( selected)?>([^<]*)<', select)
    return {value: text for value, _, text in found}, {value: text for value, is_chosen, text in found if is_chosen}


def test_of_two_people_of_one_name_the_one_in_charge_is_chosen(attorney, firm, namesakes):
    for user in namesakes:
        lead = a_lead(firm, assigned_to=user.id)
        matter = a_matter(firm, assigned_attorney=user.assigned_as[1])
        for path, name, id in ((f"/leads/{lead.id}", "assigned_to", user.id),
                               (f"/leads/{lead.id}/convert", "assigned_attorney", user.id),
                               (f"/matters/{matter.id}/edit", "assigned_attorney", user.assigned_as[1])):
            assert options(attorney.get(path), name)[1] == {id: f"Sven Brown ({user.email})"}, path


@pytest.mark.parametrize("path", ["/matters", "/review", "/messages", "/deadlines", "/leads", "/reminders"])
def test_filters_tell_people_of_one_name_apart(attorney, firm, matter, namesakes, path):
    a_lead(firm)
    a_communication(firm, matter)
    choices, _ = options(attorney.get(path), "assigned")
    assert [choices[user.id] for user in namesakes] == [f"Sven Brown ({user.email})" for user in namesakes]


def test_new_matter_tells_people_of_one_name_apart(attorney, namesakes):
    form = attorney.form("/matters/new", "/matters/new")
    page = attorney.post("/matters/new", form.fields | {"first_name": "Ana", "last_name": "Silva", "step": "client"})
    choices, _ = options(page, "assigned_attorney")
    assert [choices[user.id] for user in namesakes] == [f"Sven Brown ({user.email})" for user in namesakes]


def test_people_are_sorted_by_name_whatever_its_accents(attorney, firm, matter):
    made = {name: a_user(firm) for name in ("Zoe", "Ángel", "aaron")}
    for name, user in made.items():
        user.change(first_name=name, last_name="X")
    choices = list(options(attorney.get("/matters"), "assigned")[0].values())
    assert [name for name in choices if name.endswith(" X")] == ["aaron X", "Ángel X", "Zoe X"]


def test_who_is_suspended_is_offered_nothing_but_keeps_what_they_have(attorney, firm, matter):
    gone = a_user(firm)
    change(a_caller(firm), gone.id, status="suspended")
    lead, theirs = a_lead(firm), a_lead(firm)
    theirs.change(assigned_to=gone.id)
    for path, name in (("/matters", "assigned_to"), (f"/leads/{lead.id}", "assigned_to"),
                       (f"/leads/{theirs.id}/convert", "assigned_attorney"),
                       (f"/matters/{matter.id}/edit", "assigned_attorney")):
        assert gone.id not in options(attorney.get(path), name)[0], path
    assert list(options(attorney.get(f"/leads/{theirs.id}"), "assigned_to")[1]) == [gone.id]
    assert gone.id in options(attorney.get("/matters"), "assigned")[0]


def test_page_from_before_assigns_nothing_to_who_was_suspended_since(attorney, firm, matter):
    gone = a_user(firm)
    lead = a_lead(firm, status="cleared")
    convert, assign = (f"/leads/{lead.id}/{name}" for name in ("convert", "assign"))
    form, edited = attorney.form("/matters", "/matters/bulk").fields, attorney.form(f"/matters/{matter.id}/edit")
    converted, assigned = attorney.form(convert), attorney.form(f"/leads/{lead.id}", assign)
    change(a_caller(firm), gone.id, status="suspended")

    done = attorney.post("/matters/bulk", {
        "csrf": form["csrf"], "ids": matter.id, "action": "assign", "assigned_to": gone.id})
    assert f"{matter.title}</bdi></a>: The person is suspended." in attorney.get(done.location).text
    answer = attorney.post(f"/matters/{matter.id}/edit", edited.fields | {
        "title": matter.title, "practice_area": matter.practice_area, "assigned_attorney": gone.id})
    assert (answer.status_code, "Choose a person." in answer.text) == (422, True)
    answer = attorney.post(convert, converted.fields | {"to": "", "who": "new", "assigned_attorney": gone.id})
    assert (answer.status_code, "The person is suspended." in answer.text) == (422, True)
    answer = attorney.post(assign, assigned.fields | {"assigned_to": gone.id})
    assert "The person is suspended." in attorney.get(answer.location).text
    assert Matter.fetch(firm, matter.id).assigned_attorney is None

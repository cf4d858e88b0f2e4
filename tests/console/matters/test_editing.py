"""Changing a matter on its page, including by two people at once."""

import re

import pytest

from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from tests.builders import a_matter, a_user


def edit(browser, matter, **fields):
    address = f"/matters/{matter.id}/edit"
    return browser.submit(address, address, **fields)


def stored(matter):
    return Matter.fetch(matter, matter.id)


def test_details_are_changed_and_a_colleague_is_put_in_charge(attorney, firm, matter, lawyer):
    update(firm, matter.id, assigned_attorney=lawyer.assigned_as[1])
    answer = edit(attorney, matter, title=" عائلة الخوري ", practice_area="criminal", description="One\r\ntwo")
    page = attorney.get(answer.location).text
    assert "Saved." in page
    assert "<h1><bdi>عائلة الخوري</bdi></h1>" in page
    changed = stored(matter)
    assert (changed.practice_area, changed.description) == ("criminal", "One\ntwo")
    assert changed.assigned_attorney == lawyer.assigned_as[1]

    colleague = a_user(firm)
    edit(attorney, matter, assigned_attorney=colleague.id)
    assert stored(matter).assigned_attorney == colleague.id
    edit(attorney, matter, assigned_attorney="", description="")
    assert (stored(matter).assigned_attorney, stored(matter).description) == (None, None)
    assert f'<option value="{a_user(firm).id}"' in attorney.get(f"/matters/{matter.id}/edit").text


def test_tags_are_edited_and_shown(attorney, firm, matter):
    update(firm, matter.id, tags=["Smith, John", "v\ni\tp", ""])
    field = re.search(r' name="tags" type="text" value="([^"]*)"', attorney.get(f"/matters/{matter.id}/edit").text)[1]
    edit(attorney, matter, title="Silva", tags=field.replace("\n", ""))  # as browsers send it
    assert stored(matter).tags == ["Smith, John", "v\ni\tp", ""]
    answer = edit(attorney, matter, tags=" privileged , <b>,privileged,")
    assert stored(matter).tags == ["privileged", "<b>"]
    for page, others in ((answer.location, "?status=all&amp;"), ("/matters?sort=title", "?sort=title&amp;")):
        assert f'href="/matters{others}tag=privileged"><bdi>privileged</bdi></a>' in attorney.get(page).text


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"title": " "}, "Enter a title"), ({"title": "x" * 256}, "Enter a title"), ({"title": "\0"}, "Enter a title"),
    ({"practice_area": "party"}, "Choose a practice area"), ({"assigned_attorney": "usr_nonsense"}, "Choose a person"),
    ({"description": "x" * 10_001}, "at most 10,000"), ({"tags": "x" * 65}, "at most 50 tags"),
    ({"title": "TAKEN"}, "Another matter has this title")])
def test_wrong_details_keep_what_was_typed(attorney, firm, matter, fields, sentence):
    a_matter(firm, title="Taken")
    answer = edit(attorney, matter, **{"description": "What was typed"} | fields)

    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert ">What was typed</textarea>" in answer.text or "description" in fields
    assert stored(matter).updated_at == matter.updated_at


def test_longest_description_keeps_its_end_if_it_has_lines(attorney, matter):
    lines = "\n".join(["x" * 99] * 100) + "y"
    assert edit(attorney, matter, description=lines.replace("\n", "\r\n")).status_code == 303
    assert stored(matter).description == lines


def test_second_of_two_people_sees_who_was_first(attorney, firm, matter, signed_in_as):
    first = a_user(firm, first_name="Grace", last_name="Lin")
    address = f"/matters/{matter.id}/edit"
    form = attorney.form(address, address)
    edit(signed_in_as(first), matter, title="By Grace", practice_area="immigration", client_label="Visa")
    answer = attorney.post(address, form.fields | {"title": "By me", "practice_area": matter.practice_area})

    assert answer.status_code == 409
    assert "Grace Lin changed this matter on" in answer.text
    assert 'value="By me"' in answer.text
    assert re.findall("<dt>(.*?), as it is now</dt><dd[^>]*>(.*?)</dd>", answer.text, re.DOTALL) == [
        ("Title", "By Grace"), ("What the client calls it", "Visa"), ("Practice area", "Immigration")]
    assert stored(matter).title == "By Grace"
    again = next(each for each in attorney.forms_of(answer.text) if each.action == address)
    assert attorney.post(address, again.fields).status_code == 303
    assert stored(matter).title == "By me"


def test_staff_edit_their_matters_and_see_no_colleague(firm, matter, lawyer, paralegal, signed_in_as):
    staff = a_user(firm, "staff")
    lawyer.change(first_name="Grace", last_name="Lin")
    browser, address = signed_in_as(staff), f"/matters/{matter.id}/edit"
    assert browser.get(address).status_code == paralegal.get(address).status_code == 404
    update(firm, matter.id, assigned_attorney=staff.id)
    form = browser.form(address, address)
    edit(signed_in_as(lawyer), matter, title="By Grace")
    answer = browser.post(address, form.fields | {"title": "Ours", "assigned_attorney": lawyer.id})
    assert ("Somebody changed this matter" in answer.text, "Lin" in answer.text) == (True, False)

    edit(browser, matter, title="Ours")
    assert (stored(matter).title, stored(matter).assigned_attorney) == ("Ours", staff.id)
    assert "Edit" not in paralegal.get(f"/matters/{matter.id}").text


def test_menu_says_what_follows(attorney, matter):
    page = attorney.get(f"/matters/{matter.id}").text

    assert "its link opens nothing and the client is not reminded" in page
    assert "Nothing is deleted, and it can be reopened." in page

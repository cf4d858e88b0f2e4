"""The deadlines of all matters, as a list and as a month."""

import re
from datetime import date, timedelta

import pytest

from intake.cases.deadlines.models import Deadline
from intake.core.local_time import today_in
from tests.builders import a_client, a_deadline, a_matter, a_user


@pytest.fixture
def lawyer(firm):
    return a_user(firm, first_name="Grace", last_name="Lin")


@pytest.fixture
def desk(lawyer, signed_in_as):
    return signed_in_as(lawyer)


@pytest.fixture
def matter(firm, lawyer):
    return a_matter(firm, title="Silva divorce", client_id=a_client(firm).id, assigned_attorney=lawyer.id)


@pytest.fixture
def today(firm):
    return today_in(firm.timezone)


def titles(answer):
    """Return the titles of the listed deadlines, in order."""
    return re.findall(r'<strong dir="auto">([^<]+)</strong>', answer.text)


def headings(answer):
    return re.findall(r'<h2 id="(\w+)" class', answer.text)


def test_list_is_divided_by_how_soon_they_are_due(desk, firm, rival, matter, today):
    for title, days in (("Later", 8), ("Late", -1), ("Soon", 7), ("Now", 0)):
        a_deadline(firm, matter, title=title, due_date=today + timedelta(days=days))
    a_deadline(firm, matter, title="Done").change(completed=True)
    closed = a_matter(firm)
    a_deadline(firm, closed, title="Closed")
    closed.change(status="closed")
    a_deadline(rival, title="Rival's")
    page = desk.get("/deadlines")

    assert titles(page) == ["Late", "Now", "Soon", "Later"]
    assert headings(page) == ["overdue", "today", "soon", "later"]
    assert "Silva divorce" in page.text
    assert titles(desk.get("/deadlines?status=completed")) == ["Done"]
    spanish = desk.get("/deadlines", headers={"Accept-Language": "es"}).text
    assert all(f">{name}<" in spanish for name in ("Abiertos", "Cumplidos", "Vencidos"))


def test_deadlines_of_a_person(desk, firm, lawyer, matter, today):
    a_deadline(firm, matter, title="Mine", due_date=today)
    a_deadline(firm, title="Another's", due_date=today)
    for path in (f"/deadlines?assigned={lawyer.id}", f"/deadlines?assigned={lawyer.id}&month={today:%Y-%m}"):
        page = desk.get(path).text
        assert ("Mine" in page, "Another&#39;s" in page) == (True, False)
    assert titles(desk.get("/deadlines?assigned=%00x&after=x&month=9999-12&status=x")) == []


def test_long_list_has_pages(desk, firm, matter):
    made = [a_deadline(firm, matter, title=f"D{number:03}", due_date=date(2099, 3, 1) + timedelta(days=number // 2))
            for number in range(52)]
    first = desk.get("/deadlines")
    following = re.search(r'href="(/deadlines\?after=[^"]+)"', first.text)[1]
    made[49].delete_row()  # the last one on the first page, meanwhile

    assert titles(first) + titles(desk.get(following)) == [f"D{number:03}" for number in range(52)]


def test_month_has_its_deadlines(desk, firm, matter):
    hearing = a_deadline(firm, matter, title="Hearing", due_date=date(2027, 2, 28))
    a_deadline(firm, matter, title="Filed", due_date=date(2027, 2, 1)).change(completed=True)
    a_deadline(firm, matter, title="March's", due_date=date(2027, 3, 1))
    page = desk.get("/deadlines?month=2027-02").text

    assert f'href="/deadlines/{hearing.id}?month=2027-02"' in page
    assert "Filed" in page
    assert "March&#39;s" not in page
    assert ("month=2027-01" in page, "month=2027-03" in page) == (True, True)
    assert page.count('<td class="outside">') == 7  # February 2027 begins on a Monday and takes five rows
    for odd in ("2027-13", "0001-01", "x", "%00", "2027-02-03"):
        assert "<table" not in desk.get(f"/deadlines?month={odd}").text


def test_month_shows_six_of_a_day_and_leads_to_the_others(desk, firm, rival, matter):
    a_deadline(rival, due_date=date(2027, 2, 10))
    for number in range(9):
        a_deadline(firm, matter, title=f"D{number}", due_date=date(2027, 2, 10 + number // 8)).change(
            completed=number == 0)
    page = desk.get("/deadlines?month=2027-02").text
    more = re.search(r'<li class="more"><a href="(/deadlines[?]after=[^"]+)">([^<]+)', page)

    shown, others = re.findall(r"<bdi>(D[0-9])<", page), titles(desk.get(more[1]))
    assert (len(shown), len(others), more[2]) == (7, 2, "2 more")
    assert {*shown, *others} == {f"D{number}" for number in range(1, 9)}


def test_deadline_is_added_by_the_title_of_its_matter(desk, firm, matter):
    a_matter(firm, title="Silva lease")
    given = {"title": "Answer", "due_date": "2027-03-01", "type": "filing"}
    assert '<option value="Silva lease">' in desk.get("/deadlines").text
    for typed, complaint in (("silva", "Several matters match."), ("Costa", "No matter has this title."),
                             (" ", "No matter has this title."), ("\0", "No matter has this title.")):
        answer = desk.submit("/deadlines", "/deadlines", matter=typed, **given)
        assert (answer.status_code, complaint in answer.text, 'value="Answer"' in answer.text) == (422, True, True)
    for day in ("soon", "0026-12-01"):  # browsers take 26 for the year 0026
        wrong = desk.submit("/deadlines", "/deadlines", matter="silva DIVORCE", **given | {
            "due_date": day, "title": ""})
        assert ("the year in four digits." in wrong.text, "Enter a title" in wrong.text) == (True, True)

    for typed in ("silva DIVORCE", "divorce"):
        assert desk.submit("/deadlines?month=2027-03", "/deadlines?month=2027-03", matter=typed, **given).headers[
            "Location"] == "/deadlines?month=2027-03&done=saved"
    assert {row.matter_id for row in Deadline.of(firm)} == {matter.id}


def test_deadline_is_completed_and_reopened(desk, firm, matter):
    deadline = a_deadline(firm, matter)
    path = f"/deadlines/{deadline.id}/complete"
    answer = desk.submit("/deadlines", path)
    assert Deadline.fetch(firm, deadline.id).completed
    assert desk.submit(answer.headers["Location"], path).headers["Location"] == "/deadlines?done=reopened"
    assert not Deadline.fetch(firm, deadline.id).completed


def test_deadline_is_changed_and_deleted(desk, firm, matter):
    deadline = a_deadline(firm, matter, notes="Room 3")
    path = f"/deadlines/{deadline.id}"
    form = desk.form(path, path).fields
    assert desk.post(path, form | {"title": "", "type": "filing", "notes": "Room 4"}).status_code == 422
    assert desk.post(path, form | {"due_date": "0027-04-01", "type": "hearing"}).status_code == 422
    assert desk.post(path, form | {"due_date": "2027-04-01", "type": "hearing", "notes": "Room 4"}).status_code == 303
    changed = Deadline.fetch(firm, deadline.id)
    assert (changed.title, changed.due_date, changed.type, changed.notes) == (
        "Answer", date(2027, 4, 1), "hearing", "Room 4")

    assert desk.submit(path, f"{path}/delete").headers["Location"] == "/deadlines?done=deleted"
    assert desk.get(path).status_code == 404


def test_date_that_somebody_else_has_set_meanwhile_stays(desk, firm, matter, signed_in_as):
    deadline = a_deadline(firm, matter, title="Answer", due_date=date(2027, 3, 20), notes="Room 3")
    path = f"/deadlines/{deadline.id}"
    form = desk.form(path, path).fields | {"type": "filing"}
    signed_in_as(a_user(firm)).submit(path, path, due_date="2027-03-01", type="filing", notes="Room 3")
    wrong = desk.post(path, form | {"title": ""})
    form = next(each for each in desk.forms_of(wrong.text) if each.action == path).fields | {"type": "filing"}
    answer = desk.post(path, form | {"title": "Answer", "notes": "Room 4"})

    assert (answer.status_code, "Somebody has changed this deadline meanwhile." in answer.text) == (409, True)
    assert ("<dd>March 1, 2027</dd>" in answer.text, 'value="2027-03-20"' in answer.text) == (True, True)
    assert ("Room 3</dd>" in answer.text, ">Room 4</textarea>" in answer.text) == (True, True)
    assert Deadline.fetch(firm, deadline.id).due_date == date(2027, 3, 1)
    again = next(each for each in desk.forms_of(answer.text) if each.action == path).fields
    assert desk.post(path, again | {"type": "filing", "notes": "Room 4"}).status_code == 303
    changed = Deadline.fetch(firm, deadline.id)
    assert (changed.due_date, changed.notes) == (date(2027, 3, 20), "Room 4")


def test_what_a_person_may_not_see_or_do_is_not_found(firm, rival, matter, signed_in_as):
    deadline = a_deadline(firm, matter, notes="Room 3")
    path = f"/deadlines/{deadline.id}"
    paralegal = signed_in_as(a_user(firm, "paralegal"))
    for user in (a_user(firm, "staff"), a_user(rival)):
        browser = signed_in_as(user)
        assert titles(browser.get("/deadlines")) == []
        assert browser.get(path).status_code == 404
        form = browser.form("/deadlines", "/deadlines").fields
        assert {browser.post(f"{path}{act}", form).status_code for act in ("", "/complete", "/delete")} == {404}
        given = form | {"matter": "Silva divorce", "title": "X", "due_date": "2027-03-01", "type": "other"}
        assert browser.post("/deadlines", given).status_code == 422

    assert "Room 3" in paralegal.get(path).text
    assert "<textarea" not in paralegal.get(path).text
    assert paralegal.post(f"{path}/complete").status_code == 404
    assert "Lin" not in paralegal.get("/deadlines").text

"""Actions on the list of matters: filters by focus, many matters at once, export."""

import re
from datetime import timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.console.matters.bulk.problems import GONE, problem_of
from intake.core.clock import now
from intake.core.errors import KeyMissing, NotFound
from intake.core.local_time import today_in
from intake.portal.bulk.states import ACTIONS
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.models import Reminder
from tests.builders import a_client, a_communication, a_deadline, a_document, a_matter, a_user, an_intake_link


def status_of(*matters):
    return [Matter.fetch(each, each.id).status for each in matters]


def titles(text):
    return re.findall(r'<th scope="row"><a[^>]+><bdi>([^<]+)', text)


def act(browser, ids, **fields):
    """Send the list's form with these matters selected, and return the page to which it leads."""
    form = browser.form("/matters?status=all", "/matters/bulk").fields
    return followed(browser, browser.post("/matters/bulk", {
        name: value for name, value in form.items() if name == "csrf"} | fields | ({"ids": ids} if ids else {})))


def followed(browser, answer):
    return browser.get(answer.location) if (answer.location or "").startswith("/matters/bulk") else answer


def answered(browser, question):
    """Send the form of the page that asks for confirmation."""
    [form] = re.findall('<form method="post" action="/matters/bulk">(.*?)</form>', question.text, re.DOTALL)
    fields = re.findall('<(?:input type="hidden"|button[^>]*) name="([^"]+)" value="([^"]*)"', form)
    return followed(browser, browser.post("/matters/bulk", {
        name: [value for each, value in fields if each == name] for name, _ in fields}))


def test_list_shows_and_sorts_by_activity_and_deadline(attorney, firm):
    today = now().date()
    late, soon, never = (a_matter(firm, title=title) for title in ("Late", "Soon", "Never"))
    a_deadline(firm, late, due_date=today - timedelta(days=3))
    a_deadline(firm, soon, due_date=today + timedelta(days=40))
    Matter.update(client_active_at=now()).where(Matter.id == soon.id).execute()
    page = attorney.get("/matters?sort=next_deadline").text

    assert titles(page) == ["Late", "Soon", "Never"]
    assert "Overdue" in page
    assert page.count("Not yet") == 2
    assert titles(attorney.get("/matters?sort=client_active_at&order=desc").text)[0] == "Soon"
    assert titles(attorney.get("/matters?focus=due&days=50&sort=next_deadline").text) == ["Late", "Soon"]
    assert titles(attorney.get("/matters?focus=due&days=nonsense").text) == ["Late"]
    assert never.title in attorney.get("/matters?focus=nonsense").text


def test_built_in_views_are_real_filters(attorney, lawyer, firm):
    today = today_in(firm.timezone)
    for title, assigned in (("Mine", lawyer.id), ("Free", None), ("Hers", a_user(firm).id)):
        a_deadline(firm, a_matter(firm, title=title, assigned_attorney=assigned), due_date=today)
    page = attorney.get("/matters").text
    views = dict(re.findall(r'<li><a href="([^"]+)"[^>]*>([^<]+)</a>', page))
    assert [*views.values()] == ["Needs me today", "Client silent for 7 days", "Ready to close"]

    page = attorney.get(next(iter(views)).replace("&amp;", "&")).text
    assert {*titles(page)} == {"Mine", "Free"}
    assert 'aria-current="page">Needs me today' in page
    for whose, expected in (("me", ["Mine"]), ("none", ["Free"])):
        assert titles(attorney.get(f"/matters?assigned={whose}").text) == expected


def test_matters_are_archived_after_one_question(attorney, firm, rival):
    one, other, kept, foreign = a_matter(firm), a_matter(firm), a_matter(firm), a_matter(rival)
    question = act(attorney, [one.id, other.id], action="archive")
    assert "Archive 2 matters?" in question.text
    assert status_of(one, other) == ["active", "active"]

    Matter.update(status="archived", archived_at=now()).where(Matter.id == other.id).execute()
    answer = act(attorney, [one.id, other.id, foreign.id, "mat_x\0"], action="archive", confirmed="yes")
    assert "Archived: 1." in answer.text
    assert re.search(rf'{other.title}</bdi></a>: It is already archived.', answer.text)
    assert answer.text.count("It does not exist any more") == 2
    assert foreign.title not in answer.text
    assert status_of(one, kept, foreign) == ["archived", "active", "active"]


def test_question_and_outcome_have_addresses_so_that_back_sends_no_form_again(attorney, firm, signed_in_as, statements):
    matters = [a_matter(firm) for _ in range(2)]
    csrf = {"csrf": attorney.form("/matters", "/matters/bulk").fields["csrf"]}
    chosen = csrf | {"ids": [each.id for each in matters], "search": "x", "action": "close"}
    question = attorney.post("/matters/bulk", chosen)
    assert (question.status_code, "Close 2 matters?" in attorney.get(question.location).text) == (303, True)
    with statements() as seen:
        attorney.get(question.location)
    assert len(seen) <= 3 + 2
    outcome = attorney.post("/matters/bulk", chosen | {"confirmed": "yes"})
    assert attorney.post("/matters/bulk", chosen | {"confirmed": "yes"}).location == outcome.location, "a double click"
    for _ in range(2):
        page = attorney.get(outcome.location).text
        assert ("Closed: 2." in page, 'href="/matters?search=x"' in page) == (True, True)
    assert signed_in_as(a_user(firm)).get(outcome.location).location == "/matters"
    assert attorney.get(question.location).status_code == 200


def test_form_of_a_page_that_the_browser_kept_is_handled_again_once_its_outcome_was_shown(attorney, lawyer, firm):
    matter, other = a_matter(firm), a_user(firm)
    kept = {"csrf": attorney.form("/matters", "/matters/bulk").fields["csrf"], "ids": matter.id}
    for person in (lawyer, other, lawyer):
        page = followed(attorney, attorney.post("/matters/bulk", kept | {"action": "assign", "assigned_to": person.id}))
        assert "Assigned: 1." in page.text
        assert Matter.fetch(firm, matter.id).assigned_attorney == person.id
    for _ in range(2):
        done = followed(attorney, attorney.post("/matters/bulk", kept | {"action": "close", "confirmed": "yes"}))
        assert ("Closed: 1." in done.text, status_of(matter)) == (True, ["closed"])
        answered(attorney, done)
        assert status_of(matter) == ["active"]


def test_matters_are_closed_after_one_question_and_reopened(attorney, firm):
    one, other = a_matter(firm), a_matter(firm, status="archived")
    for matter in (one, other):
        a_deadline(firm, matter, due_date="2030-05-07")
        a_communication(firm, matter, status="queued", send_at=now() + timedelta(days=1))
    question = act(attorney, [one.id, other.id], action="close").text
    assert question.count('/messages"><bdi>') == 1
    assert ("Close 2 matters?" in question, question.count("May 7, 2030")) == (True, 1)
    answer = act(attorney, [one.id, other.id], action="close", confirmed="yes")
    assert "Closed: 1." in answer.text
    assert f"{other.title}</bdi></a>: It is not active." in answer.text
    assert "Reopened: 2." in act(attorney, [one.id, other.id], action="reopen").text
    assert status_of(one, other) == ["active", "active"]


@pytest.mark.parametrize("action", ["close", "archive"])
def test_closing_and_archiving_active_matters_is_undone_with_one_button(attorney, firm, action):
    one, other = a_matter(firm), a_matter(firm, status="archived")
    done = act(attorney, [one.id, other.id], action=action, confirmed="yes", status="active")
    undo = re.search('<form method="post" action="/matters/bulk">(.*?)</form>', done.text, re.DOTALL)[1]
    assert '<button class="quiet" name="action" value="reopen" type="submit">Undo</button>' in undo
    fields = re.findall('<(?:input type="hidden"|button[^>]*) name="([^"]+)" value="([^"]*)"', undo)
    ids = [value for name, value in fields if name == "ids"]
    attorney.post("/matters/bulk", {name: ids if name == "ids" else value for name, value in fields})

    assert status_of(one, other) == ["active", "archived"]


def test_undo_makes_no_matter_active_that_was_closed_before(attorney, firm):
    closed, active = a_matter(firm, status="closed"), a_matter(firm)
    done = act(attorney, [closed.id, active.id], action="archive", confirmed="yes")
    assert "Archived: 2." in done.text
    answered(attorney, done)
    assert status_of(closed, active) == ["archived", "active"]
    assert "Undo" not in act(attorney, [closed.id], action="reopen").text
    update(firm, closed.id, status="closed")
    assert "Undo" not in act(attorney, [closed.id], action="archive", confirmed="yes").text


def test_links_are_sent_after_one_question(attorney, firm):
    reached, without = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id), a_matter(firm)
    question = act(attorney, [reached.id, without.id], action="send_link")
    assert "Send 1 link?" in question.text
    assert "No link goes out for 1 of the chosen matters" in question.text
    assert not IntakeLink.of(firm).exists()
    done = answered(attorney, question)
    assert "Links on their way: 1." in done.text
    assert f"{without.title}</bdi></a>: It has no client, or no address to which the link may be sent." in done.text
    silent = a_matter(firm, client_id=a_client(firm, email="leo@example.com", contact_preferences={"email": False}).id)
    nothing = act(attorney, [reached.id, silent.id], action="send_link").text
    assert ("There is no link to send" in nothing, 'value="send_link"' in nothing) == (True, False)
    again = act(attorney, [reached.id], action="send_link", confirmed="yes")
    assert "Its client already has an open link, or has sent everything." in again.text
    assert IntakeLink.of(firm).count() == 1
    assert "for 2 of the chosen" in act(attorney, [], all="yes", action="send_link").text  # the one with a link is out
    answer = act(attorney, [], all="yes", search=reached.title, action="send_link")
    assert "All of these already have a link." in attorney.get(answer.location).text


def test_matters_are_assigned_and_reminded(attorney, lawyer, firm):
    with_link, without = a_matter(firm, client_id=a_client(firm).id), a_matter(firm)
    a_document(firm, with_link)
    an_intake_link(firm, with_link)
    question = act(attorney, [with_link.id, without.id], action="remind")
    assert ("Remind the clients of 2 matters?" in question.text, Reminder.of(firm).count()) == (True, 0)
    answer = answered(attorney, question)
    assert ("Reminded: 1." in answer.text, "It has no open intake link." in answer.text) == (True, True)
    assert Reminder.of(firm).count() == 1
    update(firm, with_link.id, reminders_paused=True)
    answer = act(attorney, [with_link.id], action="remind", confirmed="yes")
    assert ("<h1>Nothing was done</h1>" in answer.text, "Its reminders are paused." in answer.text) == (True, True)

    act(attorney, [without.id], action="assign", assigned_to=lawyer.id)
    assert Matter.fetch(firm, without.id).assigned_attorney == lawyer.id
    act(attorney, [without.id], action="assign", assigned_to="")
    assert Matter.fetch(firm, without.id).assigned_attorney is None
    assert act(attorney, [without.id], action="assign", assigned_to="usr_nonsense").status_code == 404
    for ids, action in (([], "archive"), ([without.id], "delete")):
        answer = act(attorney, ids, action=action)
        assert "Select the matters first." in attorney.get(answer.location).text


@pytest.mark.parametrize("action", ACTIONS)
def test_only_what_is_gone_is_said_to_be_gone(action):
    assert problem_of(action, NotFound("matter", "mat_x")) == GONE
    assert problem_of(action, KeyMissing()) != GONE


def test_all_that_match_are_chosen_at_once(attorney, firm):
    chosen = [a_matter(firm, title=f"Silva {number}") for number in range(3)]
    kept = a_matter(firm, title="Other")
    act(attorney, [], all="yes", search="silva", action="archive", confirmed="yes")

    assert status_of(*chosen, kept) == ["archived"] * 3 + ["active"]


def test_what_is_done_to_all_that_match_is_asked_once(attorney, lawyer, firm):
    lawyer.change(first_name="Grace", last_name="Lin")
    others = a_user(firm).id
    chosen = [a_matter(firm, title=f"Silva {number}", assigned_attorney=others) for number in range(2)]
    question = act(attorney, [], all="yes", search="silva", action="assign", assigned_to=lawyer.id)
    assert "Grace Lin will be in charge of them" in question.text
    assert {Matter.fetch(firm, each.id).assigned_attorney for each in chosen} == {others}
    assert "Assigned: 2." in answered(attorney, question).text
    assert {Matter.fetch(firm, each.id).assigned_attorney for each in chosen} == {lawyer.id}


def test_staff_and_paralegals_do_what_their_role_allows(firm, lawyer, signed_in_as):
    staff = a_user(firm, "staff")
    own, other = a_matter(firm, assigned_attorney=staff.id), a_matter(firm, assigned_attorney=lawyer.id)
    browser, paralegal = signed_in_as(staff), signed_in_as(a_user(firm, "paralegal"))
    assert 'value="assign"' not in browser.get("/matters").text
    act(browser, [own.id, other.id], action="archive", confirmed="yes")
    assert status_of(own, other) == ["archived", "active"]
    assert act(browser, [own.id], action="assign", assigned_to=lawyer.id).location.endswith("failed=none-chosen")

    assert 'action="/matters/bulk"' not in paralegal.get("/matters").text
    answer = paralegal.post("/matters/bulk", paralegal.form("/matters", "/logout").fields | {"ids": other.id})
    assert answer.status_code == 404


@pytest.mark.parametrize("role", ["attorney", "staff"])
def test_list_is_exported_as_it_is_filtered(firm, lawyer, signed_in_as, role):
    person = a_user(firm, role)
    lawyer.change(first_name="Grace", last_name="Lin")
    a_matter(firm, title="@A", practice_area="criminal", assigned_attorney=lawyer.id, client_id=a_client(firm).id)
    a_matter(firm, title="B", assigned_attorney=person.id)
    browser = signed_in_as(person)
    assert 'href="/matters/export.csv?sort=title"' in browser.get("/matters?sort=title&page=1").text
    answer = browser.get("/matters/export.csv?search=silva&status=all")
    lines = answer.text.splitlines()[1:]

    assert answer.headers["Content-Disposition"] == "attachment; filename=matters.csv"
    assert answer.headers["Cache-Control"] == "no-store"
    assert [line.split(",")[1:6] for line in lines] == (
        [["'@A", "Ana Silva", "criminal", "active", "Grace Lin"]] if role == "attorney" else [])
    last = AuditEntry.of(firm).order_by(AuditEntry.id.desc()).first()
    assert (last.action, last.actor_id) == ("matters.exported", person.id)

"""The page of a matter: its header, its link, and permissions."""

import re
from datetime import timedelta

import pytest

from intake.accounts.audit.recording import reads
from intake.cases.clients.actions import update as update_client
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.ids import new_id
from intake.portal.links.models import IntakeLink
from tests.browsing import Browser
from tests.builders import a_communication, a_deadline, a_document, a_matter, a_user, an_intake_link

TABS = ("", "/answers", "/messages", "/deadlines", "/activity", "/documents/new")
FORMS = ("/status", "/link", "/link/show", "/link/revoke", "/link/extend", "/documents", "/documents/template",
         "/messages", "/deadlines")


def status_of(matter):
    return Matter.fetch(matter, matter.id).status


def submit(browser, matter, act, **fields):
    """Send a form of the matter's first page, and return the next page."""
    answer = browser.submit(f"/matters/{matter.id}", f"/matters/{matter.id}{act}", **fields)
    return browser.get(answer.location) if answer.status_code == 303 else answer


def test_head_says_whose_it_is(attorney, firm, matter, lawyer):
    lawyer.change(first_name="Grace", last_name="Lin")
    update(firm, matter.id, assigned_attorney=lawyer.assigned_as[1])
    page = attorney.get(f"/matters/{matter.id}").text

    for part in ("<h1><bdi>Silva divorce</bdi></h1>", f'href="/clients/{matter.client_id}"><bdi>Ana Silva</bdi></a>',
                 'href="mailto:ana@example.com"',
                 'href="tel:+15185550142">(518) 555-0142', "<bdi>Grace Lin</bdi>", "Family law", "None requested"):
        assert part in page


def test_head_says_that_no_message_with_the_link_arrived(attorney, firm, matter):
    link = an_intake_link(firm, matter)
    sent = {"link_public_part": link.public_part, "channel": "email", "status": "failed", "error": "bounce 5.1.1"}
    a_communication(firm, matter, **sent)
    page = attorney.get(f"/matters/{matter.id}").text
    assert f'href="/matters/{matter.id}/messages">not delivered</a>' in page
    assert "not opened yet" not in page

    a_communication(firm, matter, **sent | {"status": "sent", "error": None})
    assert "not delivered" not in attorney.get(f"/matters/{matter.id}").text


def test_it_does_without_a_client(attorney, firm):
    page = attorney.get(f"/matters/{a_matter(firm).id}").text

    assert "No client" in page
    assert "Send link" not in page


@pytest.mark.parametrize("tab", TABS)
def test_tab_takes_four_statements_with_session_and_badge(attorney, firm, matter, lawyer, tab, statements):
    an_intake_link(firm, matter)
    for _ in range(3):
        a_document(firm, matter)
        a_deadline(firm, matter)
        a_communication(firm, matter)
    attorney.get(f"/matters/{matter.id}{tab}")
    with statements() as seen:
        assert attorney.get(f"/matters/{matter.id}{tab}").status_code == 200

    assert len(seen) <= 4, seen


@pytest.mark.parametrize("tab", TABS)
def test_other_firms_and_unassigned_matters_are_not_found(firm, rival, matter, signed_in_as, tab):
    for person in (a_user(rival, "admin"), a_user(firm, "staff")):
        browser = signed_in_as(person, Accept="text/html")
        answer, unknown = (browser.get(f"/matters/{id}{tab}") for id in (matter.id, new_id("mat")))

        shown, expected = (each.text.partition("<main")[2].partition("</main>")[0] for each in (answer, unknown))
        assert (answer.status_code, shown) == (404, expected)
        assert "There is nothing here" in shown


@pytest.mark.parametrize("act", FORMS)
def test_forms_about_another_firms_matter_change_nothing(rival, matter, signed_in_as, act):
    stranger = signed_in_as(a_user(rival, "admin"))
    form = stranger.form("/matters", "/logout").fields
    answer = stranger.post(f"/matters/{matter.id}{act}", form | {
        "status": "closed", "name": "Passport", "template_id": "tmpl_personal_injury_auto", "channel": "email",
        "message": "Hello", "title": "Hearing", "due_date": "2027-01-01", "type": "other"})

    assert answer.status_code == 404, answer.text
    assert status_of(matter) == "active"
    assert not IntakeLink.current(matter, matter.id).exists()


@pytest.mark.parametrize("act", ["/status", "/messages", "/deadlines"])
def test_paralegals_neither_see_nor_use_what_they_may_not_do(paralegal, matter, act):
    form = paralegal.form("/matters", "/logout").fields
    answer = paralegal.post(f"/matters/{matter.id}{act}", form | {"status": "closed"})

    assert answer.status_code == 404
    for tab in TABS:
        assert f'action="/matters/{matter.id}{act}"' not in paralegal.get(f"/matters/{matter.id}{tab}").text
    assert status_of(matter) == "active"


def test_it_is_closed_archived_and_opened_again(attorney, matter):
    page = f"/matters/{matter.id}"
    for status in ("closed", "active", "archived", "active"):
        form = attorney.form(page, f"{page}/status").fields
        answer = attorney.post(f"{page}/status", form | {"status": status})

        assert status_of(matter) == status
        assert 'role="status"' in attorney.get(answer.location).text


def test_matter_with_an_open_deadline_is_closed_after_a_question(attorney, firm, matter):
    a_deadline(firm, matter, due_date="2030-05-07")
    asked = attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/status", status="closed")
    question = attorney.get(asked.location)
    assert (asked.status_code, question.status_code) == (303, 200)
    assert ("May 7, 2030" in question.text, status_of(matter)) == (True, "active")
    form = next(each for each in attorney.forms_of(question.text) if each.action == f"/matters/{matter.id}/status")
    answer = attorney.post(form.action, form.fields)

    assert (status_of(matter), "The matter is closed." in attorney.get(answer.location).text) == ("closed", True)
    back = attorney.get(f"/matters/{matter.id}/status?status=closed")
    assert (back.status_code, back.location.endswith(f"/matters/{matter.id}")) == (303, True)


def test_matter_with_a_scheduled_message_is_archived_after_a_question(attorney, firm, matter):
    a_communication(firm, matter, status="queued", sent_at=None, send_at=now() + timedelta(days=1))
    question = submit(attorney, matter, "/status", status="archived").text
    assert ("will still be sent" in question, status_of(matter)) == (True, "active")
    assert f'<a href="/matters/{matter.id}/messages"><bdi>{matter.title}</bdi></a> · ' in question
    form = next(each for each in attorney.forms_of(question) if each.action == f"/matters/{matter.id}/status")
    attorney.post(form.action, form.fields)

    assert status_of(matter) == "archived"


def test_nonsense_as_status_changes_nothing(attorney, matter):
    assert "not possible" in submit(attorney, matter, "/status", status="deleted").text
    assert status_of(matter) == "active"


def test_link_is_sent_by_mail(paralegal, matter, mailbox):
    page = submit(paralegal, matter, "/link", channel="email")
    link = IntakeLink.current(matter, matter.id).get()

    assert "The link is sent." in page.text
    assert "Open until" in page.text
    assert link.sent_by == ["email"]
    assert link.url not in page.text
    submit(paralegal, matter, "/link", channel="sms")
    assert IntakeLink.current(matter, matter.id).get().id == link.id, "the address that was mailed still works"


def test_link_is_shown_to_copy_on_one_page(attorney, firm, matter):
    link = an_intake_link(firm, matter)
    answer = submit(attorney, matter, "/link/show")

    assert f'value="{link.url}"' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert link.token not in attorney.get(f"/matters/{matter.id}").text


def test_link_is_drawn_extended_and_says_when_it_was_opened(paralegal, firm, matter, app):
    link = an_intake_link(firm, matter)
    path = f"/matters/{matter.id}/link/qr.svg"
    assert "not opened yet" in paralegal.get(f"/matters/{matter.id}").text
    Browser(app).get(f"/p/{link.token}/documents")
    reads.flush()
    link.change(expires_at=now() + timedelta(days=1))
    page = submit(paralegal, matter, "/link/extend").text

    assert ("stays open longer" in page, "opened " in page, "not opened yet" in page) == (True, True, False)
    assert IntakeLink.fetch(firm, link.id).expires_at > now() + timedelta(days=89)
    assert path in submit(paralegal, matter, "/link/show").text
    assert paralegal.get(path).mimetype == "image/svg+xml"


def test_link_is_revoked(attorney, firm, matter):
    an_intake_link(firm, matter)
    page = submit(attorney, matter, "/link/revoke")

    assert "The link no longer works." in page.text
    assert not IntakeLink.current(matter, matter.id).exists()


def test_without_a_channel_a_link_is_only_made(attorney, firm, matter):
    update_client(firm, matter.client_id, email=None, phone=None)
    page = submit(attorney, matter, "/link")

    assert "The link is made." in page.text
    assert "not sent" in page.text
    assert f'<a href="/clients/{matter.client_id}/edit">' in attorney.get(f"/matters/{matter.id}/messages").text


def test_head_has_one_main_act_and_a_menu(attorney, firm, matter):
    def head():
        acts = attorney.get(f"/matters/{matter.id}").text.split('<div class="acts">')[1].split("</header>")[0]
        outside, menu = acts.split("<details")
        return [re.findall(rf'<button class="{kind}"[^>]*>([^<]+)', outside) for kind in ("", "quiet")], menu

    link = an_intake_link(firm, matter)
    shown, menu = head()
    assert shown == [["Send link by e-mail"], ["Show link"]]
    assert "Send link by SMS" in menu
    assert ">Edit<" in menu
    link.change(completed_at=now())
    shown, menu = head()
    assert shown == [["Close matter"], ["Show link"]]
    assert "Send link by e-mail" in menu
    update(firm, matter.id, status="closed")
    assert head()[0] == [["Reopen matter"], ["Show link"]]


def test_after_an_expired_link_another_is_made(attorney, firm, matter):
    link = an_intake_link(firm, matter)
    link.change(expires_at=now() - timedelta(days=1))
    page = attorney.get(f"/matters/{matter.id}").text

    assert "Expired on" in page
    assert "Make a link" in page
    assert "The link is made." in submit(attorney, matter, "/link", channel="").text
    assert IntakeLink.current(matter, matter.id).get().id != link.id


def test_link_that_cannot_be_sent_says_so(attorney, firm, matter):
    form = attorney.form(f"/matters/{matter.id}", f"/matters/{matter.id}/link").fields
    update_client(firm, matter.client_id, email=None)
    answer = attorney.post(f"/matters/{matter.id}/link", form | {"channel": "email"})

    assert "failed=not-sent" in answer.location
    assert 'role="alert"' in attorney.get(answer.location).text


def test_closed_matter_gets_no_link(attorney, firm, matter):
    form = attorney.form(f"/matters/{matter.id}", f"/matters/{matter.id}/link").fields
    update(firm, matter.id, status="closed")
    answer = attorney.post(f"/matters/{matter.id}/link", form)

    assert "failed=inactive" in answer.location
    assert "Send link" not in attorney.get(f"/matters/{matter.id}").text


def test_tabs_are_addresses(attorney, matter):
    for tab in TABS[:5]:
        page = attorney.get(f"/matters/{matter.id}{tab}").text
        assert re.search(rf'<nav class="tabs".*href="/matters/{matter.id}{tab}" aria-current="page"', page, re.DOTALL)
        assert re.search(r'<a href="/matters" aria-current="page">Matters', page)

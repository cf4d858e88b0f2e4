"""The tabs of a matter: answers, messages and deadlines."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from pypdfium2 import PdfDocument

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from intake.cases.clients.actions import update as update_client
from intake.cases.deadlines.models import Deadline
from intake.cases.intake_forms.actions import correct, ensure_form, save, submit
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import apply
from intake.core.clock import now
from intake.core.db import db
from intake.core.local_time import to_local
from intake.messaging.communications.failures import MAY_HAVE_ARRIVED
from intake.messaging.communications.models import Communication
from intake.portal.links.completion import submit_form
from tests.builders import (
    ANSWERS,
    FORM,
    a_caller,
    a_communication,
    a_deadline,
    a_matter,
    a_template,
    an_intake_link,
)
from tests.messaging.communications.conftest import twilio  # noqa: F401  (a fixture)
from tests.stand_ins.twilio import cutting


@pytest.fixture
def form(firm, matter):
    """The client's unanswered form, with a question in each kind of section."""
    apply(firm, matter.id, a_template(firm).id)
    return ensure_form(Matter.fetch(firm, matter.id))


def messages_of(matter):
    return list(Communication.of(matter).where(Communication.matter_id == matter.id))


def deadline_of(matter):
    return Deadline.of(matter).where(Deadline.matter_id == matter.id).first()


def write(browser, matter, **fields):
    address = f"/matters/{matter.id}/messages"
    return browser.submit(address, address, **fields)


def test_answers_are_readable(paralegal, matter, form):
    save(form, ANSWERS, {})
    page = paralegal.get(f"/matters/{matter.id}/answers").text

    assert "Not sent yet" in page
    for part in ("<h3>About you</h3>", "<dt>Your full name</dt><dd><bdi>Ana Silva</bdi>", "<h3>Family</h3>",
                 "<bdi>Yes</bdi>", "<bdi>Leo</bdi>", '<dt>What happened?</dt><dd><span class="muted">Not answered'):
        assert part in page

    with db.atomic():
        submit(form)
    assert "Sent on" in paralegal.get(f"/matters/{matter.id}/answers").text


def test_answers_and_questions_are_in_the_readers_language(firm, lawyer, matter, form, signed_in_as):
    save(form, ANSWERS, {})
    page = signed_in_as(lawyer, **{"Accept-Language": "es"}).get(f"/matters/{matter.id}/answers").text

    assert "<dt>¿Tiene hijos?</dt><dd><bdi>Sí</bdi>" in page


def test_answers_are_downloaded_as_pdf(firm, lawyer, attorney, api, matter, form, signed_in_as, rival_api):
    assert attorney.get(f"/matters/{matter.id}/answers/answers.pdf").status_code == 404
    name = "Łukasz Şahin-Müller Ёлкин é"
    matter.client.change(first_name="Zoë", last_name="Щукина")
    save(form, ANSWERS | {"full_name": name, "about": "Long ago. " * 1000}, {})
    with db.atomic():
        submit(form)
    link = f"/matters/{matter.id}/answers/answers.pdf"
    assert f'href="{link}"' in attorney.get(f"/matters/{matter.id}/answers").text
    spanish = signed_in_as(lawyer, **{"Accept-Language": "es"})

    for browser, yes, page, sent in (
            (attorney, "Yes", "Page 1 of", "Sent on"), (spanish, "Sí", "Página 1 de", "Enviad")):
        answer = browser.get(link)
        document = PdfDocument(answer.data)
        texts = [" ".join(each.get_textpage().get_text_range().split()) for each in document]
        assert (answer.mimetype, "attachment" in answer.headers["Content-Disposition"]) == ("application/pdf", True)
        for part in (firm.name, matter.title, "Zoë Щукина", name, page, sent):
            assert part in texts[0]
        assert yes in texts[-1]
        assert len(texts) > 1
        assert " ".join(texts).count("Long ago.") == 1000
    assert AuditEntry.of(firm).where(AuditEntry.action == "intake_form.downloaded").count() == 0
    reads.flush()
    assert AuditEntry.of(firm).where(AuditEntry.action == "intake_form.downloaded").count() == 2

    path = f"/matters/{matter.id}/intake-form/pdf"
    assert PdfDocument(api.get(path, query_string={"language": "es"}).data).get_metadata_value("Title") == matter.title
    assert PdfDocument(api.get(f"/matters/{a_matter(firm).id}/intake-form/pdf").data)
    assert rival_api.get(path).status_code == 404


def test_question_that_does_not_apply_is_not_shown(attorney, matter, form):
    save(form, {"has_children": "no"}, {})

    assert "Their names" not in attorney.get(f"/matters/{matter.id}/answers").text


@pytest.mark.parametrize("with_form", [True, False])
def test_without_answers_it_says_so(attorney, matter, with_form, request):
    if with_form:
        request.getfixturevalue("form")
    assert "has not answered anything" in attorney.get(f"/matters/{matter.id}/answers").text


def test_messages_are_listed_with_their_states(attorney, firm, matter):
    a_communication(firm, matter, message="First", created_at=now() - timedelta(days=1), status="failed",
                    language="es")
    a_communication(firm, matter, message="Second", direction="inbound", channel="sms", language="es")
    a_communication(firm, message="Elsewhere")
    page = attorney.get(f"/matters/{matter.id}/messages").text

    assert page.index("First") < page.index("Second")  # as in the conversation
    assert '<option value="sms" selected>' in page
    for path in (f"/matters/{matter.id}/messages", f"/messages/{matter.id}", f"/clients/{matter.client_id}"):
        assert re.findall(r'<p class="(?:text|notes)"[^>]* lang="es">([^<]+)', attorney.get(path).text) == ["First"]
    assert "Not delivered" in page
    assert re.search(r'Send again<span class="unseen">: First, [^<]+</span></button>', page)
    assert "From the client" in page
    assert "Elsewhere" not in page


def test_older_messages_follow_by_a_link(attorney, firm, matter):
    for number in range(60):
        a_communication(firm, matter, message=f"Message no. {number:02}")
    first = attorney.get(f"/matters/{matter.id}/messages").text
    older = attorney.get(first.split(f'href="/matters/{matter.id}/messages?')[1].split('"')[0].join(
        [f"/matters/{matter.id}/messages?", ""])).text

    assert [f"no. {number:02}" in first for number in (59, 10, 9)] == [True, True, False]
    assert [f"no. {number:02}" in older for number in (10, 9, 0)] == [False, True, True]


def test_client_is_written_a_mail(attorney, matter, mailbox):
    answer = write(attorney, matter, channel="email", subject="Hello", message="Please call us.")
    [message] = messages_of(matter)

    assert "The message is sent." in attorney.get(answer.location).text
    assert (message.to, message.subject, message.status) == ("ana@example.com", "Hello", "sent")


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"channel": "email", "message": " "}, "Write a message."), ({"channel": "fax", "message": "x"}, "Choose e-mail"),
    ({"channel": "sms", "message": "x", "subject": "y"}, "An SMS has no subject."),
    ({"channel": "sms", "message": "x" * 1301}, "An SMS has at most 1,300 characters")])
def test_wrong_message_keeps_what_was_typed(attorney, matter, fields, sentence):
    answer = write(attorney, matter, **fields)

    assert answer.status_code == 422
    assert sentence in answer.text
    assert f"{fields['message']}</textarea>" in answer.text
    assert messages_of(matter) == []


@pytest.mark.parametrize("page", ["/matters/{}/messages", "/messages/{}"])
def test_the_end_of_a_line_counts_once(attorney, matter, twilio, page):  # noqa: F811
    lines, address = ["x" * 64] * 20, page.format(matter.id)
    wrote = attorney.submit(address, address, channel="sms", message="\r\n".join(lines))  # 1,299 as the page counts
    [message] = messages_of(matter)

    assert (wrote.status_code, message.message) == (303, "\n".join(lines))
    assert "\r" not in twilio.messages[0]["Body"]


def test_two_intake_links_are_one_too_many(attorney, firm, matter):
    urls = [an_intake_link(firm, matter).url for _ in range(2)]
    answer = write(attorney, matter, channel="email", message=" ".join(urls))

    assert answer.status_code == 422
    assert messages_of(matter) == []


def test_message_that_cannot_be_sent_says_so(attorney, firm):
    matter = a_matter(firm)
    form = attorney.form("/matters", "/logout").fields
    answer = attorney.post(f"/matters/{matter.id}/messages", form | {"channel": "email", "message": "Hello"})

    assert answer.status_code == 422
    assert "The message could not be sent." in answer.text


def test_what_may_have_arrived_is_not_said_to_be_unsent(attorney, firm, matter, twilio):  # noqa: F811
    twilio.fault = cutting
    for page in (f"/matters/{matter.id}/messages", f"/messages/{matter.id}"):
        answer = attorney.submit(page, page, channel="sms", message="Hello")
        assert (answer.status_code, "could not be sent" in answer.text) == (422, False), page
        assert MAY_HAVE_ARRIVED in answer.text
    sent = attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/link", channel="sms")
    assert "The link may have arrived" in attorney.get(sent.location).text


def test_deadlines_are_listed_the_open_ones_first(paralegal, firm, matter):
    a_deadline(firm, matter, title="Past", due_date=date(2020, 1, 1))
    a_deadline(firm, matter, title="Met", due_date=date(2019, 1, 1)).change(completed=True)
    a_deadline(firm, matter, title="Next", due_date=date(2099, 1, 1))
    page = paralegal.get(f"/matters/{matter.id}/deadlines").text
    order = [page.index(f">{title}<") for title in ("Past", "Overdue", "Next", "Open", "Met", "Done")]

    assert order == sorted(order)
    assert "January 1, 2099" in page


def test_deadlines_of_several_pages_end_with_a_link_to_the_next(attorney, firm, matter):
    last = [a_deadline(firm, matter, title=f"Hearing {n}", due_date=date(2099, 1, 1) + timedelta(n))
            for n in range(101)][-1]
    page = f"/matters/{matter.id}/deadlines"
    first = attorney.get(page).text
    assert ("Hearing 99<" in first, "Hearing 100<" in first, f'href="{page}?page=2"' in first) == (True, False, True)
    answer = attorney.submit(f"{page}?page=2", f"{page}/{last.id}/complete?page=2")
    assert (answer.location, Deadline.fetch(firm, last.id).completed) == (f"{page}?done=saved&page=2", True)
    answer = attorney.submit(f"{page}?page=2", f"{page}/{last.id}/delete?page=2")
    assert "Hearing 99<" in attorney.get(answer.location).text


def test_deadline_is_added_met_and_deleted(attorney, matter):
    page = f"/matters/{matter.id}/deadlines"
    attorney.submit(page, page, title="Hearing", due_date="2027-03-01", type="hearing", notes="Room 3")
    deadline = deadline_of(matter)
    assert (deadline.title, deadline.due_date, deadline.type, deadline.notes) == (
        "Hearing", date(2027, 3, 1), "hearing", "Room 3")

    change = f"/deadlines/{deadline.id}?matter={matter.id}"
    assert f'href="{change}"' in attorney.get(page).text
    assert f'<p class="back"><a class="go" href="{page}">' in attorney.get(change).text
    assert attorney.submit(change, change, due_date="2027-03-08", type="hearing").location == f"{page}?done=saved"
    assert deadline_of(matter).due_date == date(2027, 3, 8)

    attorney.submit(page, f"{page}/{deadline.id}/complete")
    assert deadline_of(matter).completed
    attorney.submit(page, f"{page}/{deadline.id}/complete")
    assert not deadline_of(matter).completed

    attorney.submit(page, f"{page}/{deadline.id}/delete")
    assert deadline_of(matter) is None


@pytest.mark.parametrize("day", ["tomorrow", "0026-12-01", "20261-12-01"])
def test_wrong_deadline_keeps_what_was_typed(attorney, matter, day):
    page = f"/matters/{matter.id}/deadlines"
    answer = attorney.submit(page, page, title="Hearing", due_date=day, type="party")

    assert answer.status_code == 422
    assert ("the year in four digits." in answer.text, "Choose a type." in answer.text) == (True, True)
    assert ('value="Hearing"' in answer.text, f'value="{day}"' in answer.text) == (True, True)
    assert deadline_of(matter) is None


@pytest.mark.parametrize("act", ["complete", "delete"])
def test_deadline_of_another_matter_is_not_found(attorney, firm, matter, act):
    elsewhere = a_deadline(firm)
    form = attorney.form("/matters", "/logout").fields
    answer = attorney.post(f"/matters/{matter.id}/deadlines/{elsewhere.id}/{act}", form | {"completed": "yes"})

    assert answer.status_code == 404
    assert not Deadline.fetch(firm, elsewhere.id).completed


def test_message_is_written_in_advance_and_cancelled(attorney, firm, matter, mailbox):
    page = f"/matters/{matter.id}/messages"
    noon = (to_local(now(), firm.timezone) + timedelta(days=2)).replace(hour=12, minute=0, second=0, microsecond=0)
    answer = write(attorney, matter, channel="email", message="Soon", send_at=noon.strftime("%Y-%m-%dT%H:%M"))
    [message] = messages_of(matter)
    shown = attorney.get(answer.location).text

    assert (message.send_at, message.status) == (noon, "queued")
    assert ("will be sent at that time" in shown, "12:00" in shown) == (True, True)
    assert "will not be sent" in attorney.get(attorney.submit(page, f"{page}/{message.id}/cancel").location).text
    assert messages_of(matter) == []
    for nonsense in ("soon", "2020-01-01T10:00", "9999-12-31T23:59", "2026-13-01T10:00"):
        assert "within a year" in write(attorney, matter, channel="email", message="x", send_at=nonsense).text


def test_failed_message_says_why_and_is_sent_again(attorney, paralegal, firm, matter, mailbox):
    page = f"/matters/{matter.id}/messages"
    failed = a_communication(firm, matter, channel="email", status="failed", error="550 <no>")
    retry = attorney.form(page, f"{page}/{failed.id}/retry")
    assert "mail server did not take the message" in paralegal.get(page).text
    assert f'href="/clients/{matter.client_id}/edit">Correct the address</a>' in attorney.get(page).text
    assert retry.action not in paralegal.get(page).text
    assert "The message is sent." in attorney.get(attorney.post(retry.action, retry.fields).location).text
    assert "It was sent again." in attorney.get(page).text
    assert "failed=meanwhile" in attorney.post(retry.action, retry.fields).location
    assert sorted(each.status for each in messages_of(matter)) == ["failed", "sent"]


def test_message_begins_with_a_text_in_the_clients_language(attorney, firm, matter):
    update_client(firm, matter.client_id, custom_fields={"language": "es"})
    for text, subject in (("missing", "Documentos que todavía necesitamos"),
                          ("attached", "Envíe sus archivos por el enlace, por favor")):
        page = attorney.get(f"/matters/{matter.id}/messages?text={text}").text
        assert (f'value="{subject}"' in page, "Hola, Ana:" in page) == (True, True)
    assert '<textarea id="message" name="message" rows="6" maxlength="20000" required></textarea>' in attorney.get(
        f"/matters/{matter.id}/messages?text=../../x").text


def test_answer_is_corrected_and_the_change_marked_for_others(
        attorney, paralegal, firm, lawyer, matter, form, statements):
    lawyer.change(first_name="Grace", last_name="Lin")
    save(form, ANSWERS, {})
    submit_form(an_intake_link(firm, matter), form)
    page = f"/matters/{matter.id}/answers"
    paralegal.get(page)
    answer = attorney.submit(f"{page}/full_name", f"{page}/full_name", answer="Ana M. Silva", reason="By phone")
    assert "corrected" in attorney.get(answer.location).text
    with statements() as seen:
        shown = paralegal.get(page).text
    assert len(seen) <= 5, seen

    assert "<bdi>Ana M. Silva</bdi>" in shown
    assert shown.count("Changed since you last looked") == 1
    assert "<li><bdi>Ana Silva</bdi>" in shown
    assert ("The firm: <bdi>By phone" in shown, "Grace Lin: <bdi>By phone" in attorney.get(page).text) == (True, True)
    assert "Changed since" not in paralegal.get(page).text


def test_latest_changes_of_each_answer_are_shown_and_all_of_one(attorney, firm, lawyer, matter, form):
    save(form, ANSWERS, {})
    submit_form(an_intake_link(firm, matter), form)
    for number in range(8):
        correct(a_caller(firm), matter.id, {"full_name": f"Ana {number}", "children": f"Leo {number}"}, "By phone")
    page = f"/matters/{matter.id}/answers"
    shown, whole = attorney.get(page).text, attorney.get(f"{page}?all=full_name").text

    assert [text.count("By phone") for text in (shown, whole)] == [10, 13]
    assert [text.count("Show 3 more") for text in (shown, whole)] == [2, 1]
    assert f'{page}?all=full_name#q.full_name"' in shown
    assert all(f"<li><bdi>Ana {number}</bdi>" in whole for number in range(7))
    assert attorney.get(f"{page}?all=%00").status_code == 200


def test_wrong_correction_keeps_what_was_typed(attorney, firm, matter, form):
    page = f"/matters/{matter.id}/answers"
    assert attorney.get(f"{page}/full_name").status_code == 404
    save(form, ANSWERS, {})
    submit_form(an_intake_link(firm, matter), form)
    without_reason = attorney.submit(f"{page}/full_name", f"{page}/full_name", answer="Ana", reason=" ")
    wrong = attorney.submit(f"{page}/has_children", f"{page}/has_children", answer="perhaps", reason="x")

    assert (without_reason.status_code, 'value="Ana"' in without_reason.text) == (422, True)
    assert (wrong.status_code, "<legend" in wrong.text) == (422, True)
    assert attorney.get(f"{page}/unknown").status_code == 404
    for question in FORM:
        assert attorney.get(f"{page}/{question['id']}").status_code == 200


def test_correction_that_a_colleague_made_meanwhile_is_shown_first(attorney, paralegal, firm, matter, form):
    save(form, ANSWERS, {})
    submit_form(an_intake_link(firm, matter), form)
    path = f"/matters/{matter.id}/answers/full_name"
    older = paralegal.form(path, path)
    assert attorney.submit(path, path, answer="Ana M. Silva", reason="By phone").status_code == 303
    answer = paralegal.post(path, older.fields | {"answer": "Ana Maria Silva", "reason": "Her passport says so"})

    assert answer.status_code == 409
    for shown in ("as it is now", "Ana M. Silva", 'value="Ana Maria Silva"', "Her passport says so"):
        assert shown in answer.text
    again = next(each for each in paralegal.forms_of(answer.text) if each.action == path).fields
    assert paralegal.post(path, again).status_code == 303
    assert IntakeForm.of_matter(matter).first().answers["full_name"] == "Ana Maria Silva"


def test_each_tab_has_a_title_of_its_own(lawyer, matter, signed_in_as):
    browser = signed_in_as(lawyer)
    titles = [unescape(re.search("<title>(.*)</title>", browser.get(f"/matters/{matter.id}{place}").text)[1])
              for place in ("", "/documents/new", "/answers", "/messages", "/deadlines", "/parties", "/letters/new")]

    assert titles == [f"{name} · {matter.title} · Intake" for name in (
        "Documents", "Request documents · Documents", "Answers", "Messages", "Deadlines", "Parties",
        "New letter · Letters")]

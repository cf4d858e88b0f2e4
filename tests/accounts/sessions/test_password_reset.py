"""Forgotten passwords: a mail to the user, the same page for every address."""

import json
import re
import time
from datetime import timedelta

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.sessions.jobs import send_password_reset
from intake.accounts.sessions.models import PasswordReset
from intake.accounts.sessions.passwords import pages
from intake.accounts.sessions.passwords.actions import assign
from intake.accounts.sessions.throttling import PASSWORD as THROTTLE
from intake.accounts.sessions.throttling import Attempt
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.db import db
from intake.core.text_search import folded
from intake.engine.tasks.models import Task
from intake.gateways.mail import Mail
from tests.browsing import Browser
from tests.builders import a_user
from tests.stand_ins.mailbox import plain
from tests.stand_ins.smtp import CUT, Smtp

from .conftest import HOSTILE, PASSWORD, form_errors, heading, is_signed_in

NEW = "a wholly other password"
OVER = (404, "This link does not work")


@pytest.fixture
def ask(browser, user):
    """Request a link: `ask()`, `ask(email="…", at=browser)`."""
    return lambda at=browser, **answers: at.submit("/password/forgotten", **({"email": user.email} | answers))


@pytest.fixture
def choose(browser):
    """Open a link and submit the form: `choose(path)`."""
    return lambda path, at=browser, **answers: at.submit(
        path, **({"password": NEW, "repeated": answers.get("password", NEW)} | answers))


def _seen(answer):
    return answer.status_code, heading(answer)


def _has(user, password):
    return check_password_hash(User.get_by_id(user.id).password_hash, password)


def test_link_in_the_mail_sets_a_new_password(ask, link, choose, user, sign_in):
    ask()
    answer = choose(link(user.email))

    assert _seen(answer) == (200, "Your password is saved")
    assert sign_in().status_code == 422
    assert sign_in(password=NEW).status_code == 303


def test_mail_is_in_the_users_language_and_names_the_firm(ask, worker, mailbox, user):
    user.change(language="es")
    ask()
    worker.perform_tasks()

    [mail] = mailbox.mails(user.email)
    assert "Ünal & Partners" in plain(mail)
    assert mail["Subject"] == "Elegir otra contraseña"
    assert f"Hola, {user.email}:" in plain(mail)
    assert mail["Auto-Submitted"] == "auto-generated"


def test_user_without_password_can_set_one(firm, ask, link, choose):
    admin = a_user(firm, "admin", password=None)
    ask(email=admin.email)
    choose(link(admin.email))

    assert _has(admin, NEW)


def test_unknown_address_gets_the_same_answer_and_no_mail(app, ask, worker, mailbox, user, monkeypatch):
    monkeypatch.setattr(pages, "_REQUEST_SECONDS", 0.2)
    unknown, began = f"x{user.email}", time.monotonic()
    known, other = (ask(at=Browser(app), email=email) for email in (user.email, unknown))
    assert time.monotonic() - began >= 0.4
    worker.perform_tasks()

    assert known.text == other.text.replace(unknown, user.email)
    assert (known.status_code, set(known.headers.keys())) == (other.status_code, set(other.headers.keys()))
    assert (len(mailbox.mails(user.email)), mailbox.mails(unknown)) == (1, [])


@pytest.mark.parametrize("who", ["person", "firm"])
def test_suspended_user_gets_the_same_answer_and_no_mail(ask, worker, mailbox, user, firm, who):
    user.change(status="suspended") if who == "person" else suspend(firm.id)

    assert _seen(ask()) == (200, "Check your e-mail")
    worker.perform_tasks()
    assert mailbox.mails(user.email) == []


@pytest.mark.parametrize("who", ["person", "firm"])
def test_link_of_a_suspended_user_is_invalid(ask, link, browser, user, firm, who):
    ask()
    path = link(user.email)
    user.change(status="suspended") if who == "person" else suspend(firm.id)

    assert _seen(browser.get(path)) == OVER
    assert _seen(browser.post(path, {"password": NEW, "repeated": NEW})) == OVER


@pytest.mark.parametrize("who", ["person", "firm"])
def test_suspension_ends_the_links_for_good(ask, link, browser, user, firm, rival, who):
    PasswordReset.create(firm_id=rival.id, user_id=a_user(rival).id, token_digest=rival.id, expires_at=now())
    ask()
    path = link(user.email)
    if who == "person":
        User.get_by_id(user.id).change(status="suspended")
        User.get_by_id(user.id).change(status="active")
    else:
        suspend(firm.id)
        reinstate(firm.id)

    assert _seen(browser.get(path)) == OVER
    assert PasswordReset.of(rival).count() == 1


def test_link_works_once(app, ask, link, browser, user):
    ask()
    path = link(user.email)
    form = browser.form(path).fields | {"password": NEW, "repeated": NEW}
    browser.post(path, form)

    assert _seen(browser.get(path)) == OVER
    assert _seen(browser.post(path, form | {"password": PASSWORD, "repeated": PASSWORD})) == OVER
    other = Browser(app)
    assert _seen(other.post(path, form | other.form("/password/forgotten").fields)) == OVER
    assert _seen(browser.post(path, form)) == (200, "Your password is saved"), "the button was pressed twice"
    assert _has(user, NEW)

    PasswordReset.of(user).get().change(expires_at=now() - timedelta(seconds=31))
    assert _seen(browser.post(path, form)) == OVER


def test_concurrent_uses_of_a_link_succeed_once(app, ask, link, user, at_once):
    ask()
    path = link(user.email)
    browsers = [Browser(app) for _ in range(4)]
    forms = [browser.form(path).fields for browser in browsers]
    passwords = [f"the password number {index}" for index in range(4)]

    answers = at_once(4, lambda index: browsers[index].post(
        path, forms[index] | {"password": passwords[index], "repeated": passwords[index]}))

    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
    [winner] = [index for index, answer in enumerate(answers) if answer.status_code == 200]
    assert _has(user, passwords[winner])


def test_another_request_keeps_earlier_links_until_one_is_used(ask, link, browser, user, choose):
    ask()
    first = link(user.email)
    ask()
    second = link(user.email)
    assert [browser.get(path).status_code for path in (first, second)] == [200, 200]

    choose(first)
    assert [browser.get(path).status_code for path in (first, second)] == [404, 404]


def test_concurrent_uses_of_two_links_succeed_once(app, ask, link, user, at_once):
    paths = [ask() and link(user.email) for _ in range(2)]
    browsers = [Browser(app) for _ in paths]
    passwords = [f"the password number {index}" for index in range(2)]
    forms = [browsers[index].form(path).fields | {"password": passwords[index], "repeated": passwords[index]}
             for index, path in enumerate(paths)]

    answers = at_once(2, lambda index: browsers[index].post(paths[index], forms[index]))

    assert sorted(answer.status_code for answer in answers) == [200, 404]
    [winner] = [index for index, answer in enumerate(answers) if answer.status_code == 200]
    assert _has(user, passwords[winner])


def test_concurrent_requests_send_valid_links(app, ask, user, at_once, worker, mailbox):
    browsers = [Browser(app) for _ in range(3)]
    assert {answer.status_code for answer in at_once(3, lambda index: ask(at=browsers[index]))} == {200}
    worker.perform_tasks()

    paths = {re.search(r"/password/\w+", plain(mail))[0] for mail in mailbox.mails(user.email)}
    assert [Browser(app).get(path).status_code for path in paths] == [200] * 3


@pytest.mark.parametrize(("left", "status"), [(timedelta(minutes=1), 200), (timedelta(seconds=-1), 404)])
def test_link_expires_after_an_hour(ask, link, browser, user, left, status):
    ask()
    path, [reset] = link(user.email), PasswordReset.of(user)
    assert timedelta(minutes=59) < reset.expires_at - now() <= timedelta(hours=1)

    reset.change(expires_at=now() + left)

    assert browser.get(path).status_code == status


def test_reset_ends_every_session_and_begins_none(ask, link, choose, browser, signed_in_as, user):
    sessions = [signed_in_as(user) for _ in range(2)]
    ask()
    choose(link(user.email))

    assert [is_signed_in(each) for each in (browser, *sessions)] == [False] * 3


def test_reset_ends_the_access_of_applications(firm, ask, link, choose, user, api_as):
    application, colleague = api_as(user), api_as(a_user(firm))
    ask()
    choose(link(user.email))

    assert [each.get("/matters").status_code for each in (application, colleague)] == [401, 200]


def test_operator_ends_sessions_and_the_access_of_applications(user, api_as, signed_in_as):
    application, browser = api_as(user), signed_in_as(user)
    assign(user, NEW)

    assert (application.get("/matters").status_code, is_signed_in(browser)) == (401, False)


def test_changing_the_password_invalidates_the_link(ask, link, browser, user, signed_in_as):
    ask()
    path = link(user.email)
    signed_in_as(user).submit("/account", action="/account/password", current=PASSWORD, password=NEW, repeated=NEW)

    assert _seen(browser.get(path)) == OVER


def test_throttled_owner_can_sign_in_after_reset(ask, link, choose, user, sign_in):
    ask()
    for _ in range(THROTTLE.burst):
        Attempt(THROTTLE.key(folded(user.email)))
    choose(link(user.email))

    assert sign_in(password=NEW).status_code == 303


@pytest.mark.parametrize(("answers", "sentence"), [
    ({"password": "elevenchars"}, "Use at least 12 characters."),
    ({"password": "x" * 201}, "Use at most 200 characters."),
    ({"password": "sunshine2024!"}, "This is one of the first passwords that others would try."),
    ({"password": "Unal.Partners.26"}, "Do not use your name, your e-mail address or your firm&#39;s name in it."),
    ({"repeated": "something else"}, "The two passwords are not the same.")])
def test_invalid_form_shows_errors_and_keeps_the_link(ask, link, choose, user, answers, sentence):
    ask()
    path = link(user.email)
    answer = choose(path, **answers)

    assert (answer.status_code, form_errors(answer)) == (422, ["Please correct what is marked below.", sentence])
    assert choose(path).status_code == 200


@pytest.mark.parametrize("csrf", ["", "nonsense"])
def test_form_without_csrf_token_is_refused(ask, link, choose, user, csrf, firm):
    assert ask(csrf=csrf).status_code == 400
    assert Task.of(firm).count() == 0
    ask()
    assert choose(link(user.email), csrf=csrf).status_code == 400
    assert _has(user, PASSWORD)


@pytest.mark.parametrize("token", ["nonsense", "%00", "%ED%A0%80", "x" * 5000, "' OR 1=1 --", "%2e%2e"])
def test_unknown_link_is_not_found(browser, token):
    assert _seen(browser.get(f"/password/{token}", follow_redirects=True)) == OVER
    assert _seen(browser.post(f"/password/{token}", {"password": NEW})) == OVER


@pytest.mark.parametrize("value", [value for value in HOSTILE if value not in ("", "\0")])
def test_hostile_input_gets_the_same_answer(app, ask, value, firm):
    answer = ask(email=value)

    assert _seen(answer) == (200, "Check your e-mail")
    assert "<script>" not in answer.text


def test_empty_address_is_refused(ask):
    for empty in ("  ", "\0"):
        assert form_errors(ask(email=empty)) == ["Please correct what is marked below.", "Enter your e-mail address."]


def test_mails_to_an_address_are_throttled_whether_it_is_known_or_not(app, ask, user):
    answers = {email: [ask(at=Browser(app), email=email) for _ in range(4)] for email in (user.email, "no@example.com")}

    for asked in answers.values():
        assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
        assert 0 < int(asked[3].headers["Retry-After"]) <= 600


def test_page_with_token_sends_no_referrer(ask, link, browser, user):
    ask()
    answer = browser.get(link(user.email))

    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert user.email in answer.text
    assert "http://" not in answer.text.replace("http://www.w3.org", "")


def test_token_is_not_stored_or_logged(ask, link, choose, user, firm, caplog, browser):
    caplog.set_level("DEBUG")
    ask()
    path = link(user.email)
    token = path.rpartition("/")[2]
    browser.get(path)

    rows = [row for table in ("password_resets", "tasks", "events") for row, in db.execute_sql(
        f"SELECT whole::text FROM {table} AS whole WHERE firm_id = %s", (firm.id,)).fetchall()]
    assert rows
    assert not [row for row in rows if token in row]
    choose(path)
    assert token not in json.dumps([vars(record) for record in caplog.records if "peewee" not in record.name],
                                   default=str)


def test_repeated_job_sends_an_identical_mail(ask, user, firm, mailbox, no_pending_work):
    ask()
    [task] = Task.of(firm)
    sealed = PasswordReset.get_by_id(task.arguments[0]).sealed_token
    send_password_reset(*task.arguments)
    # as if the worker had crashed between sending and recording it
    PasswordReset.update(sealed_token=sealed).where(PasswordReset.id == task.arguments[0]).execute()
    send_password_reset(*task.arguments)
    send_password_reset(*task.arguments)

    first, second = mailbox.mails(user.email)
    assert (plain(first), first["Message-ID"]) == (plain(second), second["Message-ID"])


def test_mail_is_not_repeated_when_the_servers_answer_is_lost(app, ask, user, firm, no_pending_work, monkeypatch):
    ask()
    [task] = Task.of(firm)
    with Smtp(END=CUT) as server:
        monkeypatch.setitem(app.extensions, "mail", Mail(server.url(), "intake@example.com"))
        for _ in range(2):
            send_password_reset(*task.arguments)

    assert len(server.mails) == 1


def test_mail_is_not_sent_once_the_password_has_changed(ask, worker, user, mailbox):
    ask()
    assign(user, NEW)
    worker.perform_tasks()

    assert ["was changed" in plain(mail) for mail in mailbox.mails(user.email)] == [True]


@pytest.mark.parametrize("id", ["rst_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_job_ignores_an_unknown_link(app, id, monkeypatch):
    monkeypatch.setitem(app.extensions, "mail", None)  # sending would fail
    assert send_password_reset(id) is None


def test_pages_are_translated_to_spanish(app, ask, link, user):
    browser = Browser(app, **{"Accept-Language": "es"})

    assert heading(ask(at=browser)) == "Revise su correo"
    assert heading(browser.get(link(user.email))) == "Elija una contraseña"

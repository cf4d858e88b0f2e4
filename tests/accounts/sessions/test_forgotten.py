"""Forgotten passwords: a mail for who has an account, the same page for everybody (decisions.md 2)."""

import json
import re
from datetime import timedelta

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.firms.actions import suspend
from intake.accounts.sessions import accounts
from intake.accounts.sessions.guessing import PASSWORD as BRAKE
from intake.accounts.sessions.guessing import Attempt
from intake.accounts.sessions.models import PasswordReset
from intake.accounts.sessions.passwords.jobs import send_password_reset
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.models import Task
from tests.browsing import Browser
from tests.builders import a_user
from tests.stand_ins.mailbox import plain

from .conftest import HOSTILE, PASSWORD, complaints, heading, is_signed_in

NEW = "a wholly other password"
OVER = (404, "This link does not work")


@pytest.fixture
def ask(browser, user):
    """Ask for a link: `ask()`, `ask(email="…", at=browser)`."""
    return lambda at=browser, **answers: at.submit("/password/forgotten", **({"email": user.email} | answers))


@pytest.fixture
def choose(browser):
    """Follow a link and fill in the form: `choose(path)`."""
    return lambda path, at=browser, **answers: at.submit(
        path, **({"password": NEW, "repeated": answers.get("password", NEW)} | answers))


def _seen(answer):
    return answer.status_code, heading(answer)


def _has(user, password):
    return check_password_hash(User.get_by_id(user.id).password_hash, password)


def test_the_link_in_the_mail_leads_to_a_new_password(ask, link, choose, user, sign_in):
    ask()
    answer = choose(link(user.email))

    assert _seen(answer) == (200, "Your password is saved")
    assert sign_in().status_code == 422
    assert sign_in(password=NEW).status_code == 303


def test_the_mail_speaks_both_languages_and_names_the_firm(ask, worker, postbox, user):
    ask()
    worker.perform_tasks()

    [mail] = postbox.mails(user.email)
    assert "Ünal & Partners" in plain(mail)
    assert f"Hello {user.email}," in plain(mail)
    assert f"Hola, {user.email}:" in plain(mail)
    assert mail["Auto-Submitted"] == "auto-generated"


def test_who_has_no_password_yet_gets_one_this_way(firm, ask, link, choose):
    admin = a_user(firm, "admin", password=None)
    ask(email=admin.email)
    choose(link(admin.email))

    assert _has(admin, NEW)


def test_an_unknown_address_is_answered_as_a_known_one_and_gets_nothing(app, ask, worker, postbox, user):
    unknown = f"x{user.email}"
    known, other = (ask(at=Browser(app), email=email) for email in (user.email, unknown))
    worker.perform_tasks()

    assert known.text == other.text.replace(unknown, user.email)
    assert (known.status_code, set(known.headers.keys())) == (other.status_code, set(other.headers.keys()))
    assert (len(postbox.mails(user.email)), postbox.mails(unknown)) == (1, [])


@pytest.mark.parametrize("who", ["person", "firm"])
def test_who_is_suspended_gets_no_mail_and_the_same_page(ask, worker, postbox, user, firm, who):
    user.change(status="suspended") if who == "person" else suspend(firm.id)

    assert _seen(ask()) == (200, "Look into your mailbox")
    worker.perform_tasks()
    assert postbox.mails(user.email) == []


@pytest.mark.parametrize("who", ["person", "firm"])
def test_who_was_suspended_since_finds_the_link_dead(ask, link, browser, user, firm, who):
    ask()
    path = link(user.email)
    user.change(status="suspended") if who == "person" else suspend(firm.id)

    assert _seen(browser.get(path)) == OVER
    assert _seen(browser.post(path, {"password": NEW, "repeated": NEW})) == OVER


def test_a_link_works_once(ask, link, choose, browser, user):
    ask()
    path = link(user.email)
    form = browser.form(path).fields | {"password": NEW, "repeated": NEW}
    browser.post(path, form)

    assert _seen(browser.get(path)) == OVER
    assert _seen(browser.post(path, form | {"password": PASSWORD, "repeated": PASSWORD})) == OVER
    assert _has(user, NEW)


def test_of_many_at_once_one_gets_through(app, ask, link, user, at_once):
    ask()
    path = link(user.email)
    browsers = [Browser(app) for _ in range(4)]
    forms = [browser.form(path).fields for browser in browsers]
    passwords = [f"another password {index}" for index in range(4)]

    answers = at_once(4, lambda index: browsers[index].post(
        path, forms[index] | {"password": passwords[index], "repeated": passwords[index]}))

    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
    [winner] = [index for index, answer in enumerate(answers) if answer.status_code == 200]
    assert _has(user, passwords[winner])


def test_only_the_newest_link_works(ask, link, browser, user):
    ask()
    first = link(user.email)
    ask()
    second = link(user.email)

    assert (browser.get(first).status_code, browser.get(second).status_code) == (404, 200)


def test_of_many_asked_for_at_once_one_works(app, ask, user, at_once, worker, postbox):
    browsers = [Browser(app) for _ in range(3)]
    assert {answer.status_code for answer in at_once(3, lambda index: ask(at=browsers[index]))} == {200}
    worker.perform_tasks()

    paths = {re.search(r"/password/\w+", plain(mail))[0] for mail in postbox.mails(user.email)}
    assert [Browser(app).get(path).status_code for path in paths].count(200) == 1


@pytest.mark.parametrize(("left", "status"), [(timedelta(minutes=1), 200), (timedelta(seconds=-1), 404)])
def test_it_is_good_for_an_hour(ask, link, browser, user, left, status):
    ask()
    path, [reset] = link(user.email), PasswordReset.of(user)
    assert timedelta(minutes=59) < reset.expires_at - now() <= timedelta(hours=1)

    reset.change(expires_at=now() + left)

    assert browser.get(path).status_code == status


def test_every_session_ends_and_nobody_is_signed_in_by_it(ask, link, choose, browser, signed_in_as, user):
    sessions = [signed_in_as(user) for _ in range(2)]
    ask()
    choose(link(user.email))

    assert [is_signed_in(each) for each in (browser, *sessions)] == [False] * 3


def test_a_link_that_was_not_used_dies_with_the_password(ask, link, browser, user, signed_in_as):
    ask()
    path = link(user.email)
    signed_in_as(user).submit("/account", action="/account/password", current=PASSWORD, password=NEW, repeated=NEW)

    assert _seen(browser.get(path)) == OVER


def test_whoever_guesses_elsewhere_does_not_keep_one_out_after_it(ask, link, choose, user, sign_in):
    ask()
    for _ in range(BRAKE.free):
        Attempt(BRAKE.on(accounts.key(user.email)))
    choose(link(user.email))

    assert sign_in(password=NEW).status_code == 303


@pytest.mark.parametrize(("answers", "sentence"), [
    ({"password": "elevenchars"}, "Use at least 12 characters."),
    ({"password": "x" * 201}, "Use at most 200 characters."),
    ({"repeated": "something else"}, "The two passwords are not the same.")])
def test_what_is_wrong_is_told_and_the_link_still_works(ask, link, choose, user, answers, sentence):
    ask()
    path = link(user.email)
    answer = choose(path, **answers)

    assert (answer.status_code, complaints(answer)) == (422, ["Please correct what is marked below.", sentence])
    assert choose(path).status_code == 200


@pytest.mark.parametrize("csrf", ["", "nonsense"])
def test_a_form_from_elsewhere_is_not_taken(ask, link, choose, user, csrf, firm):
    assert ask(csrf=csrf).status_code == 400
    assert Task.of(firm).count() == 0
    ask()
    assert choose(link(user.email), csrf=csrf).status_code == 400
    assert _has(user, PASSWORD)


@pytest.mark.parametrize("token", ["nonsense", "%00", "%ED%A0%80", "x" * 5000, "' OR 1=1 --", "%2e%2e"])
def test_an_unknown_link_opens_nothing(browser, token):
    assert _seen(browser.get(f"/password/{token}")) == OVER
    assert _seen(browser.post(f"/password/{token}", {"password": NEW})) == OVER


@pytest.mark.parametrize("value", [value for value in HOSTILE if value], ids=range(len(HOSTILE) - 1))
def test_nonsense_is_answered_like_any_address(app, ask, value, firm):
    answer = ask(email=value)

    assert _seen(answer) == (200, "Look into your mailbox")
    assert "<script>" not in answer.text


def test_no_address_is_no_address(ask):
    assert complaints(ask(email="  ")) == ["Please correct what is marked below.", "Enter your e-mail address."]


def test_nobodys_mailbox_is_flooded_and_nobody_learns_whose_it_is(app, ask, user):
    answers = {email: [ask(at=Browser(app), email=email) for _ in range(4)] for email in (user.email, "no@example.com")}

    for asked in answers.values():
        assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
        assert 0 < int(asked[3].headers["Retry-After"]) <= 600


def test_nothing_leads_away_from_the_page_with_the_token(ask, link, browser, user):
    ask()
    answer = browser.get(link(user.email))

    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert user.email in answer.text
    assert "http://" not in answer.text.replace("http://www.w3.org", "")


def test_the_token_is_kept_nowhere(ask, link, choose, user, firm, caplog, browser):
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


def test_a_mail_that_goes_out_again_is_the_same(ask, user, firm, postbox, nothing_to_do):
    ask()
    [task] = Task.of(firm)
    sealed = PasswordReset.get_by_id(task.arguments[0]).sealed_token
    send_password_reset(*task.arguments)
    # as if the worker had died between sending and noting it
    PasswordReset.update(sealed_token=sealed).where(PasswordReset.id == task.arguments[0]).execute()
    send_password_reset(*task.arguments)
    send_password_reset(*task.arguments)

    first, second = postbox.mails(user.email)
    assert (plain(first), first["Message-ID"]) == (plain(second), second["Message-ID"])


def test_of_two_mails_that_wait_the_older_is_not_sent(app, ask, worker, user, postbox):
    ask()
    ask(at=Browser(app))
    worker.perform_tasks()

    assert len(postbox.mails(user.email)) == 1


@pytest.mark.parametrize("id", ["rst_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_an_unknown_link_is_no_reason_to_fail(app, id):
    send_password_reset(id)


def test_the_pages_speak_spanish(app, ask, link, user):
    browser = Browser(app, **{"Accept-Language": "es"})

    assert heading(ask(at=browser)) == "Mire su correo"
    assert heading(browser.get(link(user.email))) == "Elija una contraseña"

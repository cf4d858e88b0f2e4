"""How long sessions last, and what ends them."""

import re
from datetime import timedelta

import pytest

from intake.accounts.firms.actions import change_settings, reinstate, suspend
from intake.accounts.sessions.models import Session
from intake.accounts.users.actions import change
from intake.core.clock import now
from intake.web.formatting import format_moment
from tests.browsing import Browser
from tests.builders import a_caller, a_user

from .conftest import form_errors, heading, is_signed_in, signed_in_browser

browser = pytest.fixture(signed_in_browser)


@pytest.fixture
def session(browser, user):
    """The session of that browser."""
    return Session.of_user(user).get()


def test_suspension_of_a_user_takes_effect_with_the_next_request(firm, browser, user):
    a_user(firm, "admin")
    change(a_caller(firm), user.id, status="suspended")

    assert not is_signed_in(browser)


def test_sessions_do_not_return_after_reinstatement(firm, browser, user):
    a_user(firm, "admin")
    change(a_caller(firm), user.id, status="suspended")
    change(a_caller(firm), user.id, status="active")

    assert not is_signed_in(browser)


def test_sessions_of_a_suspended_firm_are_refused_until_reinstated(firm, browser):
    suspend(firm.id)
    assert not is_signed_in(browser)

    reinstate(firm.id)
    assert is_signed_in(browser)


@pytest.mark.parametrize(("changed", "lasts"), [
    ({"seen_at": timedelta(hours=-11)}, True), ({"seen_at": timedelta(hours=-13)}, False),
    ({"expires_at": timedelta(minutes=1)}, True), ({"expires_at": timedelta(seconds=-1)}, False)])
def test_session_expires_after_idle_timeout_and_lifetime(browser, session, changed, lasts):
    assert timedelta(days=13, hours=23) < session.expires_at - now() <= timedelta(days=14)

    session.change(**{name: now() + distance for name, distance in changed.items()})

    assert is_signed_in(browser) == lasts


@pytest.mark.parametrize(("chosen", "changed"), [
    ({"session_idle_hours": 1}, {"seen_at": timedelta(minutes=-61)}),
    ({"session_days": 1}, {"created_at": timedelta(hours=-25)})])
def test_firm_may_end_sessions_earlier(firm, browser, session, user, chosen, changed):
    session.change(**{name: now() + distance for name, distance in changed.items()})
    assert is_signed_in(browser)
    session.change(**{name: now() + distance for name, distance in changed.items()})

    change_settings(firm, settings=chosen)

    assert (is_signed_in(browser), Session.of_user(user).count()) == (False, 0)


def test_use_is_recorded_every_few_minutes(browser, session):
    used = now() - timedelta(minutes=4)
    session.change(seen_at=used)
    browser.get("/account")
    assert Session.get_by_id(session.id).seen_at == used

    session.change(seen_at=now() - timedelta(minutes=6))
    browser.get("/account")
    assert now() - Session.get_by_id(session.id).seen_at < timedelta(minutes=1)


@pytest.mark.parametrize("cookie", ["", "nonsense", "A" * 43, "A" * 10_000, "é" * 43, "' OR 1=1 --"])
def test_unknown_cookie_is_ignored(app, cookie):
    browser = Browser(app)

    assert browser.get("/account", headers={"Cookie": f"intake_session={cookie}"}).status_code == 303


def test_signing_out_invalidates_the_cookie(browser, session, app):
    thief = Browser(app)
    thief.set_cookie("intake_session", browser.cookie("intake_session"))

    answer = browser.submit("/logout")

    assert (answer.status_code, heading(answer)) == (200, "You are signed out")
    assert browser.cookie("intake_session") is None
    assert not is_signed_in(thief)
    assert not Session.select().where(Session.id == session.id).exists()


def test_get_logout_does_not_sign_out(browser):
    assert heading(browser.get("/logout")) == "Sign out"
    assert is_signed_in(browser)


@pytest.mark.parametrize("csrf", ["", "nonsense"])
def test_logout_without_csrf_token_is_refused(browser, csrf):
    answer = browser.submit("/logout", csrf=csrf)

    assert (answer.status_code, len(form_errors(answer))) == (400, 1)
    assert is_signed_in(browser)


def test_signing_out_twice_is_no_error(browser):
    form = browser.form("/logout")
    browser.post("/logout", form.fields)

    assert heading(browser.post("/logout", form.fields)) == "You are signed out"


def test_account_lists_sessions_in_the_firms_time_zone(browser, session, signed_in_as, user):
    moment = now() - timedelta(minutes=2)
    session.change(user_agent="Firefox, Linux", address="203.0.113.x", seen_at=moment)
    signed_in_as(user)

    page = browser.get("/account").text

    since = format_moment(session.created_at, "America/New_York", "en")
    assert page.count("Sign out there") == 1
    this, other = page.split("This one")
    assert "Firefox, Linux" in this
    assert "Sign out there" in other
    assert f"Last used {format_moment(moment, 'America/New_York', 'en')} · 203.0.113.x · since {since}</p>" in page
    assert re.search(r'id="(\w+)-since".*<button[^>]* aria-describedby="\1 \1-since"', other, re.DOTALL)


def test_one_session_can_be_ended(browser, signed_in_as, user, session):
    lost, kept = signed_in_as(user), signed_in_as(user)
    [lost_session] = Session.of_user(user).where(Session.address == _shown(lost))

    answer = browser.submit("/account", action=f"/account/sessions/{lost_session.id}/end")

    assert (answer.status_code, answer.location) == (303, "/account?done=ended")
    assert [is_signed_in(each) for each in (browser, lost, kept)] == [True, False, True]


def test_all_other_sessions_can_be_ended(browser, signed_in_as, user, firm):
    others, colleague = [signed_in_as(user) for _ in range(2)], signed_in_as(a_user(firm))

    answer = browser.submit("/account", action="/account/sessions/end-others")

    assert answer.location == "/account?done=others-ended"
    assert "You are signed out everywhere else." in browser.get(answer.location).text
    assert [is_signed_in(each) for each in (browser, *others, colleague)] == [True, False, False, True]


@pytest.mark.parametrize("whose", ["a colleague's", "a rival's"])
def test_sessions_of_other_users_cannot_be_ended(browser, signed_in_as, firm, rival, whose):
    other = a_user(firm if whose == "a colleague's" else rival)
    theirs = signed_in_as(other)
    form = browser.form("/account", action="/logout").fields

    for id in (Session.of_user(other).get().id, "nonsense", "%00", "x" * 5000):
        assert browser.post(f"/account/sessions/{id}/end", form).location == "/account?done=ended"

    assert is_signed_in(theirs)


@pytest.mark.parametrize("path", ["/account/sessions/end-others", "/account/sessions/{id}/end"])
def test_ending_sessions_without_csrf_token_is_refused(browser, signed_in_as, user, path):
    other = signed_in_as(user)
    [theirs] = Session.of_user(user).where(Session.address == _shown(other))

    answer = browser.post(path.format(id=theirs.id), {"csrf": "nonsense"})

    assert answer.status_code == 400
    assert is_signed_in(other)


def test_account_takes_three_statements(browser, signed_in_as, user, statements):
    for _ in range(5):
        signed_in_as(user)
    browser.get("/account")

    with statements() as seen:
        browser.get("/account")

    assert len(seen) == 3


def _shown(browser):
    return browser.address.removesuffix("1") + "x"

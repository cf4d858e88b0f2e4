"""The page on which an invited person joins the firm."""

import re
from datetime import timedelta

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.firms.actions import suspend
from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import add
from intake.accounts.users.models import Invitation, User
from intake.core.clock import now
from tests.accounts.sessions.conftest import heading

from .conftest import Browser

PASSWORD = "correct horse battery"


@pytest.fixture
def invitation(invited):
    """An open invitation."""
    return Invitation.get_by_id(invited(role="attorney", first_name="<Maya>")["id"])


@pytest.fixture
def path(invitation, token_of):
    """The path of its link."""
    return f"/invitations/{token_of(invitation.id)}"


@pytest.fixture
def members(firm):
    """The firm's users: `members()`."""
    return lambda: list(User.of(firm))


def test_form_shows_the_firm_and_the_invited_person(browser, path, invitation):
    answer = browser.get(path)

    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert heading(answer) == "Join Ünal &amp; Partners"
    assert invitation.email in answer.text
    assert 'value="&lt;Maya&gt;"' in answer.text


def test_page_has_a_strict_policy(browser, path):
    headers = browser.get(path).headers

    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'")
    assert (headers["Referrer-Policy"], headers["Cache-Control"]) == ("no-referrer", "no-store")
    assert "HttpOnly" in headers["Set-Cookie"]


def test_submitting_creates_a_user_who_may_sign_in(browser, path, members, invitation):
    answer = browser.submit(path, first_name=" Maya ", last_name="Okafor")

    assert (answer.status_code, answer.location) == (303, path)
    [user] = members()
    assert (user.first_name, user.last_name, user.email) == ("Maya", "Okafor", invitation.email)
    assert (user.role, user.status, user.may_sign_in) == ("attorney", "active", True)
    assert user.password_hash.startswith("scrypt:")
    assert check_password_hash(user.password_hash, PASSWORD)
    assert heading(browser.get(path)) == "Your account is ready"


def test_accepted_page_links_to_login(browser, path, invitation):
    browser.submit(path)
    leads_to = re.search(r'<a href="([^"#]+)">Sign in<', browser.get(path).text)[1]
    csrf = re.search(r'name="csrf" value="(\w+)"', browser.get(leads_to).text)[1]

    answer = browser.post(leads_to, {"csrf": csrf, "email": invitation.email, "password": PASSWORD})
    assert (answer.status_code, answer.location) == (303, "/")


def test_link_works_once(browser, path, members):
    form = {"first_name": "Eve", "last_name": "E", "password": "an entirely new one", "repeated": "an entirely new one"}
    browser.submit(path)

    answer = browser.post(path, form)

    assert (answer.status_code, heading(answer)) == (200, "Your account is ready")
    [user] = members()
    assert (user.first_name, check_password_hash(user.password_hash, PASSWORD)) == ("Maya", True)


def test_concurrent_submissions_create_one_user(app, path, members, at_once):
    browsers = [Browser(app) for _ in range(4)]
    forms = [browser.filled_in(path) for browser in browsers]

    answers = at_once(4, lambda place: browsers[place].post(path, forms[place]).status_code)

    assert 303 in answers
    assert set(answers) <= {303, 200}  # a later request is told that the account is ready
    assert len(members()) == 1


@pytest.mark.parametrize(("answers", "sentence"), [
    ({"first_name": " "}, "Enter your first name."), ({"last_name": ""}, "Enter your last name."),
    ({"first_name": "x" * 101}, "This cannot be stored as a name."),
    ({"last_name": "a\x00b"}, "This cannot be stored as a name."),
    ({"password": "elevenchars"}, "Use at least 12 characters."),
    ({"password": "x" * 201}, "Use at most 200 characters."),
    ({"repeated": "something else"}, "The two passwords are not the same."),
])
def test_invalid_form_shows_errors_and_creates_nothing(browser, path, members, answers, sentence):
    answer = browser.submit(path, **answers)

    assert answer.status_code == 422
    assert re.findall(r'class="wrong"[^>]*>(.*?)<', answer.text) == [sentence]
    assert members() == []


@pytest.mark.parametrize("password", ["{email}", "Maya.Okafor.2026", "Unal.Partners.2026"])
def test_names_are_refused_as_password(browser, path, members, invitation, password):
    answer = browser.submit(path, password=password.format(email=invitation.email.upper()))

    assert "Do not use your name" in answer.text
    assert members() == []


def test_common_password_is_refused(browser, path, members):
    answer = browser.submit(path, password="sunshine2024!")

    assert (answer.status_code, members()) == (422, [])
    assert "This is one of the first passwords that others would try." in answer.text


def test_password_is_not_shown_again(browser, path):
    answer = browser.submit(path, last_name="", password="a secret that is long enough")

    assert "a secret that" not in answer.text


def test_submitted_values_are_shown_escaped(browser, path):
    answer = browser.submit(path, first_name='"><script>alert(1)</script>', password="short")

    assert "<script>" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_password_keeps_surrounding_spaces(browser, path, members):
    browser.submit(path, password="  spaces around  ")

    assert check_password_hash(members()[0].password_hash, "  spaces around  ")


@pytest.mark.parametrize("csrf", ["", "nonsense", "é", "0" * 64])
def test_form_without_csrf_token_is_refused(browser, path, members, csrf):
    answer = browser.submit(path, csrf=csrf)

    assert answer.status_code == 400
    assert "did not recognize this form" in answer.text
    assert members() == []


def test_form_of_another_browser_is_refused(app, browser, path, members):
    csrf = re.search(r'name="csrf" value="(\w+)"', Browser(app).get(path).text)[1]

    assert browser.submit(path, csrf=csrf).status_code == 400
    assert members() == []


def test_expired_link_shows_that(browser, path, invitation, members):
    invitation.change(expires_at=now() - timedelta(seconds=1))

    for answer in (browser.get(path), browser.post(path, {"password": PASSWORD})):
        assert (answer.status_code, heading(answer)) == (410, "This invitation has expired")
    assert members() == []


def test_withdrawn_link_shows_that(api, browser, path, invitation):
    api.delete(f"/firms/invitations/{invitation.id}")

    answer = browser.get(path)

    assert (answer.status_code, heading(answer)) == (410, "This invitation was withdrawn")


@pytest.mark.parametrize("token", ["nonsense", "%00", "%ED%A0%80", "x" * 5000, "' OR 1=1 --"])
def test_unknown_link_names_no_firm(browser, path, token):
    answer = browser.get(f"/invitations/{token}", follow_redirects=True)

    assert (answer.status_code, heading(answer)) == (404, "This link does not work")
    assert 'href="/login"' in answer.text
    assert "Ünal" not in answer.text


def test_invitation_of_a_suspended_firm_is_unknown(browser, path, invitation, members):
    suspend(invitation.firm_id)

    for answer in (browser.get(path), browser.post(path, {"password": PASSWORD})):
        assert (answer.status_code, heading(answer)) == (404, "This link does not work")
    assert members() == []


def test_member_of_another_firm_is_refused(browser, path, rival, invitation, members):
    add(rival, invitation.email, "staff")

    answer = browser.submit(path)

    assert (answer.status_code, heading(answer)) == (409, "You already have an account")
    assert 'href="/login"' in answer.text
    assert "Rival" not in answer.text
    assert members() == []
    assert Invitation.get_by_id(invitation.id).is_open


@pytest.mark.parametrize(("accepts", "language", "asked"), [
    ("es-MX,es;q=0.9,en;q=0.5", "es", "Unirse a"), ("de,en;q=0.5", "en", "Join"), ("fr", "en", "Join"),
    ("nonsense;;q=x", "en", "Join"), ("", "en", "Join")])
def test_page_is_in_the_browsers_language(app, path, accepts, language, asked):
    answer = Browser(app, **{"Accept-Language": accepts}).get(path)

    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert heading(answer) == f"{asked} Ünal &amp; Partners"


def test_firms_logo_is_shown(browser, path, firm):
    Firm.fetch(firm.id).change(logo_key=f"logos/{firm.slug}/abc")

    assert f'<img src="/logos/{firm.slug}/abc" alt="Ünal &amp; Partners">' in browser.get(path).text


def test_log_does_not_hold_the_link(app, path, caplog):
    caplog.set_level("INFO")

    Browser(app).submit(path)

    lines = [record for record in caplog.records if record.name == "intake.request"]
    assert {record.route for record in lines} == {"/invitations/<token>"}
    assert path.rpartition("/")[2] not in str([vars(record) for record in caplog.records])

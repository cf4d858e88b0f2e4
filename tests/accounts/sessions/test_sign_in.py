"""`/login`: who may sign in, and the redirect that follows."""

import json
import re
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.sessions.current_session import local_path
from intake.accounts.sessions.models import Session
from intake.accounts.users.models import User
from intake.core.clock import now
from tests.browsing import Browser
from tests.builders import a_user

from .conftest import HOSTILE, PASSWORD, form_errors, heading, is_signed_in

WRONG = "The e-mail address or the password is wrong."


def test_right_password_signs_in(browser, sign_in, user):
    answer = sign_in()

    assert (answer.status_code, answer.location) == (303, "/")
    assert user.email in browser.get("/account").text
    assert now() - User.get_by_id(user.id).last_sign_in < timedelta(minutes=1)


def test_address_matches_in_any_spelling(browser, sign_in, user):
    sign_in(email=f"  {user.email.upper()} ")

    assert is_signed_in(browser)


@pytest.mark.parametrize("password", ["wrong horse battery", PASSWORD.upper(), f"{PASSWORD} ", "", "x" * 201])
def test_wrong_password_is_refused(browser, sign_in, user, password):
    answer = sign_in(password=password)

    assert (answer.status_code, form_errors(answer)) == (422, [WRONG])
    assert not is_signed_in(browser)
    assert User.get_by_id(user.id).last_sign_in is None


def test_unknown_address_gets_the_same_answer(app, user, sign_in):
    unknown = f"x{user.email}"
    answers = [sign_in(at=Browser(app), email=email, password="a guess") for email in (user.email, unknown)]

    known, other = (re.sub(r'value="\w{64}"', "", answer.text.replace(unknown, user.email)) for answer in answers)
    assert known == other
    assert [answer.status_code for answer in answers] == [422, 422]
    assert [set(answer.headers.keys()) for answer in answers] == [set(answers[0].headers.keys())] * 2


def test_user_without_password_cannot_sign_in(firm, sign_in):
    nobody_yet = a_user(firm, password=None)

    assert form_errors(sign_in(email=nobody_yet.email, password="")) == [WRONG]


def test_password_is_not_shown_again(sign_in, user):
    answer = sign_in(password="a secret guess")

    assert "a secret guess" not in answer.text
    assert f'value="{user.email}"' in answer.text


def test_log_names_users_by_id_only(sign_in, browser, user, caplog):
    caplog.set_level("INFO")
    sign_in(password="a secret guess")
    sign_in()

    records = {record.message: record for record in caplog.records
               if record.name.startswith("intake.accounts.sessions")}
    assert {records[message].user_id for message in ("wrong password", "signed in")} == {user.id}
    everything = json.dumps([vars(record) for record in caplog.records], default=str)
    for secret in (user.email, "a secret guess", PASSWORD, browser.cookie("intake_session")):
        assert secret not in everything


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_refused(browser, sign_in, value):
    answer = sign_in(email=value, password=value, next=value)
    from_elsewhere = sign_in(csrf=value)

    assert (answer.status_code, from_elsewhere.status_code) == (422, 400)
    assert "<script>" not in answer.text
    assert not is_signed_in(browser)


def test_oversized_form_is_refused(browser):
    assert browser.post("/login", {"email": "x" * 2_000_000}).status_code == 413


def test_empty_form_is_refused(browser):
    assert browser.post("/login").status_code == 400


@pytest.mark.parametrize("csrf", ["", "nonsense", "é", "0" * 64])
def test_form_without_csrf_token_is_refused(browser, sign_in, csrf):
    answer = sign_in(csrf=csrf)

    [told] = form_errors(answer)
    assert (answer.status_code, "cookies, which this page needs" in told) == (400, True)
    assert not is_signed_in(browser)


def test_form_of_another_browser_is_refused(app, browser, sign_in):
    assert sign_in(csrf=Browser(app).form("/login").fields["csrf"]).status_code == 400
    assert not is_signed_in(browser)


def test_suspension_is_disclosed_only_with_the_password(browser, sign_in, user):
    user.change(status="suspended")

    assert form_errors(sign_in(password="a guess")) == [WRONG]
    answer = sign_in()
    assert (answer.status_code, form_errors(answer)) == (
        403, ["This account cannot sign in at the moment. Ask an admin of your firm."])
    assert not is_signed_in(browser)


def test_users_of_a_suspended_firm_cannot_sign_in(browser, sign_in, firm):
    suspend(firm.id)

    assert sign_in().status_code == 403
    assert not is_signed_in(browser)


def test_planted_session_cookie_is_not_adopted(browser, sign_in, user):
    planted = "A" * 43
    browser.set_cookie("intake_session", planted)

    sign_in()

    assert browser.cookie("intake_session") != planted
    assert is_signed_in(browser)


def test_signing_in_replaces_the_browsers_session(firm, signed_in_as, user):
    other = a_user(firm)
    browser = signed_in_as(other)
    form = browser.form("/account", action="/logout").fields

    browser.post("/login", form | {"email": user.email, "password": PASSWORD})

    assert user.email in browser.get("/account").text
    assert not Session.of_user(other).exists()


def test_session_tokens_are_unique_and_stored_as_digests(app, sign_in, user):
    tokens = set()
    for _ in range(2):
        sign_in(at=(browser := Browser(app)))
        tokens.add(browser.cookie("intake_session"))

    assert {len(token) for token in tokens} == {43}
    assert len(tokens) == 2
    assert not tokens & {value for session in Session.of_user(user) for value in session.__data__.values()}


def test_cookie_is_http_only_and_same_site(sign_in):
    [cookie] = [line for line in sign_in().headers.getlist("Set-Cookie") if "_session=" in line]

    assert cookie.startswith("intake_session=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=1209600"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_cookie_is_host_bound_and_secure_with_tls(app, by_tls, sign_in):
    browser = Browser(app, base_url="https://intake.example")
    answer = sign_in(at=browser)
    cookies = {line.split("=")[0]: set(line.split("; ")) for line in answer.headers.getlist("Set-Cookie")}

    assert {"__Host-intake_session", "__Host-intake_known", "__Host-intake_awaited"} <= cookies.keys()
    assert all({"HttpOnly", "SameSite=Lax", "Path=/", "Secure"} <= flags and not any(
        flag.startswith("Domain") for flag in flags) for flags in cookies.values())
    assert browser.get("/account").status_code == 200


@pytest.mark.parametrize("path", ["/account/second-factor", "/oauth/authorize?client_id=a&scope=b+c&state=%C3%A9"])
def test_sign_in_redirects_to_next(sign_in, path):
    answer = sign_in(next=path)

    assert answer.status_code == 200
    assert re.search(r'http-equiv="refresh" content="0;url=(.*?)"', answer.text)[1] == path.replace("&", "&amp;")
    assert f'<a href="{path.replace("&", "&amp;")}">Continue</a>' in answer.text


ELSEWHERE = [
    "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example",
    "javascript:alert(1)", "data:text/html,x", "evil.example", "/\t/evil.example", "/\n/evil.example",
    "\t//evil.example", " //evil.example", "/account\r\nSet-Cookie: a=b", "/\0", "/é", "/\u202e", "", "?", "#",
    "/a\\..\\b", "/" + "x" * 4000, "http:/account", "/ /evil.example", None,
]


@pytest.mark.parametrize("path", ELSEWHERE, ids=range(len(ELSEWHERE)))
def test_foreign_paths_are_not_local(path):
    assert local_path(path) is None


@pytest.mark.parametrize("path", ELSEWHERE[:4], ids=range(4))
def test_sign_in_ignores_foreign_next(browser, sign_in, path):
    assert 'name="next"' not in browser.get("/login", query_string={"next": path}).text

    answer = sign_in(next=path)

    assert (answer.status_code, answer.location) == (303, "/")
    assert browser.get("/login", query_string={"next": path}).location == "/"


def test_signed_in_user_is_redirected(signed_in_as, user):
    browser = signed_in_as(user)

    assert browser.get("/login").location == "/"
    assert browser.get("/login?next=/account/second-factor").location == "/account/second-factor"


@pytest.mark.parametrize(("path", "leads_to"), [
    ("/account", "/login?next=/account"), ("/account?done=password", "/login?next=/account?done%3Dpassword"),
    ("/account/second-factor", "/login?next=/account/second-factor"), ("/logout", "/login"),
    ("/account?" + "%" * 8000, "/login")], ids=range(5))
def test_login_required_redirects_to_login_and_back(browser, path, leads_to):
    answer = browser.get(path)

    assert (answer.status_code, answer.location) == (303, leads_to)


def test_post_without_session_is_not_repeated_but_leads_to_the_page_of_its_form(browser):
    answer = browser.post("/account/password", {"password": "x"})

    assert (answer.status_code, answer.location) == (303, "/login?next=/account")


def test_root_redirects_to_the_review(browser, signed_in_as, user):
    assert (browser.get("/").status_code, browser.get("/").location) == (303, "/login")
    assert signed_in_as(user).get("/").location == "/review"


def test_account_leads_back_to_the_work(signed_in_as, user):
    assert '<a href="/">Back to your work</a>' in signed_in_as(user).get("/account").text


def test_signing_out_and_in_keeps_next(signed_in_as, user):
    """On a consent page, signing out and in again leads back to the application's request."""
    browser, path = signed_in_as(user), "/oauth/authorize?client_id=a&state=b"
    page = browser.get("/logout", query_string={"next": path})
    assert f'<a href="{path.replace("&", "&amp;")}">Stay signed in</a>' in page.text

    answer = browser.submit("/logout?" + urlencode({"next": path}))

    again = re.search(r'href="(/login.*?)"', answer.text)[1].replace("&amp;", "&")
    assert parse_qs(urlsplit(again).query) == {"next": [path]}


def test_signing_out_ignores_foreign_next(signed_in_as, user):
    browser = signed_in_as(user)
    assert "evil" not in browser.get("/logout?next=//evil.example").text
    assert 'href="/login"' in browser.submit("/logout?next=//evil.example").text


def test_wrong_password_keeps_next(browser, sign_in):
    answer = sign_in(path="/login?next=/account/second-factor", password="a guess")

    assert 'name="next" value="/account/second-factor"' in answer.text


@pytest.mark.parametrize(("accepts", "language", "title"), [("es", "es", "Iniciar sesión"), ("fr", "en", "Sign in")])
def test_page_is_in_the_browsers_language(app, accepts, language, title):
    answer = Browser(app, **{"Accept-Language": accepts}).get("/login")

    assert (answer.headers["Content-Language"], heading(answer)) == (language, title)

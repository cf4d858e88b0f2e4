"""`/login`: who gets in, who does not, and where it leads (decisions.md 2)."""

import json
import re
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from intake.accounts.firms.actions import suspend
from intake.accounts.sessions.models import Session
from intake.accounts.sessions.redirects import local_path
from intake.accounts.users.models import User
from intake.core.clock import now
from tests.browsing import Browser
from tests.builders import a_user

from .conftest import HOSTILE, PASSWORD, complaints, heading, is_signed_in

WRONG = "This e-mail address and password do not go together."


def test_who_knows_the_password_is_signed_in(browser, sign_in, user):
    answer = sign_in()

    assert (answer.status_code, answer.location) == (303, "/account")
    assert user.email in browser.get("/account").text
    assert now() - User.get_by_id(user.id).last_sign_in < timedelta(minutes=1)


def test_the_address_is_known_in_any_spelling(browser, sign_in, user):
    sign_in(email=f"  {user.email.upper()} ")

    assert is_signed_in(browser)


@pytest.mark.parametrize("password", ["wrong horse battery", PASSWORD.upper(), f"{PASSWORD} ", "", "x" * 201])
def test_who_does_not_is_not(browser, sign_in, user, password):
    answer = sign_in(password=password)

    assert (answer.status_code, complaints(answer)) == (422, [WRONG])
    assert not is_signed_in(browser)
    assert User.get_by_id(user.id).last_sign_in is None


def test_an_unknown_address_is_answered_as_a_known_one(app, user, sign_in):
    unknown = f"x{user.email}"
    answers = [sign_in(at=Browser(app), email=email, password="a guess") for email in (user.email, unknown)]

    known, other = (re.sub(r'value="\w{64}"', "", answer.text.replace(unknown, user.email)) for answer in answers)
    assert known == other
    assert [answer.status_code for answer in answers] == [422, 422]
    assert [set(answer.headers.keys()) for answer in answers] == [set(answers[0].headers.keys())] * 2


def test_who_never_chose_a_password_has_none_to_guess(firm, sign_in):
    nobody_yet = a_user(firm, password=None)

    assert complaints(sign_in(email=nobody_yet.email, password="")) == [WRONG]


def test_the_password_is_not_shown_again_and_the_address_is(sign_in, user):
    answer = sign_in(password="a secret guess")

    assert "a secret guess" not in answer.text
    assert f'value="{user.email}"' in answer.text


def test_the_log_tells_who_by_id_alone(sign_in, browser, user, caplog):
    caplog.set_level("INFO")
    sign_in(password="a secret guess")
    sign_in()

    told = {record.message: record for record in caplog.records if record.name.startswith("intake.accounts.sessions")}
    assert {told[message].user_id for message in ("wrong password", "signed in")} == {user.id}
    everything = json.dumps([vars(record) for record in caplog.records], default=str)
    for secret in (user.email, "a secret guess", PASSWORD, browser.cookie("intake_session")):
        assert secret not in everything


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_nonsense_is_no_reason_to_fail(browser, sign_in, value):
    answer = sign_in(email=value, password=value, next=value)
    from_elsewhere = sign_in(csrf=value)

    assert (answer.status_code, from_elsewhere.status_code) == (422, 400)
    assert "<script>" not in answer.text
    assert not is_signed_in(browser)


def test_a_form_beyond_all_measure_is_refused(browser):
    assert browser.post("/login", {"email": "x" * 2_000_000}).status_code == 413


def test_a_form_without_anything_is_refused(browser):
    assert browser.post("/login").status_code == 400


@pytest.mark.parametrize("csrf", ["", "nonsense", "é", "0" * 64])
def test_a_form_from_elsewhere_is_not_taken(browser, sign_in, csrf):
    answer = sign_in(csrf=csrf)

    assert (answer.status_code, complaints(answer)) == (
        400, ["Your browser did not recognise this form. Please try again."])
    assert not is_signed_in(browser)


def test_another_browsers_form_is_not_taken(app, browser, sign_in):
    assert sign_in(csrf=Browser(app).form("/login").fields["csrf"]).status_code == 400
    assert not is_signed_in(browser)


def test_a_suspended_person_is_told_so_but_only_with_the_password(browser, sign_in, user):
    user.change(status="suspended")

    assert complaints(sign_in(password="a guess")) == [WRONG]
    answer = sign_in()
    assert (answer.status_code, complaints(answer)) == (
        403, ["This account may not sign in at the moment. Ask an admin of your firm."])
    assert not is_signed_in(browser)


def test_of_a_suspended_firm_nobody_gets_in(browser, sign_in, firm):
    suspend(firm.id)

    assert sign_in().status_code == 403
    assert not is_signed_in(browser)


def test_a_session_that_somebody_planted_is_not_taken_over(browser, sign_in, user):
    planted = "A" * 43
    browser.set_cookie("intake_session", planted)

    sign_in()

    assert browser.cookie("intake_session") != planted
    assert is_signed_in(browser)


def test_signing_in_ends_the_session_that_the_browser_had(firm, signed_in_as, user):
    other = a_user(firm)
    browser = signed_in_as(other)
    form = browser.form("/account", action="/logout").fields

    browser.post("/login", form | {"email": user.email, "password": PASSWORD})

    assert user.email in browser.get("/account").text
    assert not Session.of_user(other).exists()


def test_each_session_has_another_token_and_none_is_kept(app, sign_in, user):
    tokens = set()
    for _ in range(2):
        sign_in(at=(browser := Browser(app)))
        tokens.add(browser.cookie("intake_session"))

    assert {len(token) for token in tokens} == {43}
    assert len(tokens) == 2
    assert not tokens & {value for session in Session.of_user(user) for value in session.__data__.values()}


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(sign_in):
    [cookie] = [line for line in sign_in().headers.getlist("Set-Cookie") if "_session=" in line]

    assert cookie.startswith("intake_session=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=1209600"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_by_tls_it_is_bound_to_the_host_and_to_tls(app, by_tls, sign_in):
    browser = Browser(app, base_url="https://intake.example")
    answer = sign_in(at=browser)
    cookies = {line.split("=")[0]: set(line.split("; ")) for line in answer.headers.getlist("Set-Cookie")}

    assert {"__Host-intake_session", "__Host-intake_known", "__Host-intake_awaited"} <= cookies.keys()
    assert all({"HttpOnly", "SameSite=Lax", "Path=/", "Secure"} <= flags and not any(
        flag.startswith("Domain") for flag in flags) for flags in cookies.values())
    assert browser.get("/account").status_code == 200


@pytest.mark.parametrize("path", ["/account/second-factor", "/oauth/authorize?client_id=a&scope=b+c&state=%C3%A9"])
def test_it_leads_to_where_one_wanted_to_go(sign_in, path):
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
def test_only_a_path_of_ours_is_one(path):
    assert local_path(path) is None


@pytest.mark.parametrize("path", ELSEWHERE[:4], ids=range(4))
def test_it_never_leads_elsewhere(browser, sign_in, path):
    assert 'name="next"' not in browser.get("/login", query_string={"next": path}).text

    answer = sign_in(next=path)

    assert (answer.status_code, answer.location) == (303, "/account")
    assert browser.get("/login", query_string={"next": path}).location == "/account"


def test_who_is_signed_in_already_is_led_on(signed_in_as, user):
    browser = signed_in_as(user)

    assert browser.get("/login").location == "/account"
    assert browser.get("/login?next=/account/second-factor").location == "/account/second-factor"


@pytest.mark.parametrize(("path", "leads_to"), [
    ("/account", "/login?next=/account"), ("/account?done=password", "/login?next=/account?done%3Dpassword"),
    ("/account/second-factor", "/login?next=/account/second-factor"), ("/logout", "/login"),
    ("/account?" + "%" * 8000, "/login")], ids=range(5))
def test_who_is_not_signed_in_is_sent_to_sign_in_and_back(browser, path, leads_to):
    answer = browser.get(path)

    assert (answer.status_code, answer.location) == (303, leads_to)


def test_what_was_sent_without_a_session_is_not_sent_again(browser):
    answer = browser.post("/account/password", {"password": "x"})

    assert (answer.status_code, answer.location) == (303, "/login")


def test_the_front_door_leads_to_the_account(browser, signed_in_as, user):
    assert (browser.get("/").status_code, browser.get("/").location) == (303, "/account")
    assert signed_in_as(user).get("/").location == "/account"


def test_who_signs_out_to_be_somebody_else_comes_back(signed_in_as, user):
    """As from a consent page, where signing out and in again leads back to what the application asked for."""
    browser, path = signed_in_as(user), "/oauth/authorize?client_id=a&state=b"
    page = browser.get("/logout", query_string={"next": path})
    assert f'<a href="{path.replace("&", "&amp;")}">Stay signed in</a>' in page.text

    answer = browser.submit("/logout?" + urlencode({"next": path}))

    again = re.search(r'href="(/login.*?)"', answer.text)[1].replace("&amp;", "&")
    assert parse_qs(urlsplit(again).query) == {"next": [path]}


def test_signing_out_never_leads_elsewhere(signed_in_as, user):
    browser = signed_in_as(user)
    assert "evil" not in browser.get("/logout?next=//evil.example").text
    assert 'href="/login"' in browser.submit("/logout?next=//evil.example").text


def test_where_one_wanted_to_go_survives_a_wrong_password(browser, sign_in):
    answer = sign_in(path="/login?next=/account/second-factor", password="a guess")

    assert 'name="next" value="/account/second-factor"' in answer.text


@pytest.mark.parametrize(("accepts", "language", "title"), [("es", "es", "Iniciar sesión"), ("fr", "en", "Sign in")])
def test_it_speaks_the_browsers_language(app, accepts, language, title):
    answer = Browser(app, **{"Accept-Language": accepts}).get("/login")

    assert (answer.headers["Content-Language"], heading(answer)) == (language, title)

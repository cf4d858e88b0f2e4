"""The token gives access to the matter's items: it is never logged, and guessing is rate-limited."""

from contextlib import contextmanager
from html import escape

import pytest

from intake.core.best_effort_redis import BestEffortRedis
from intake.core.db import db
from intake.core.rate_limiter import RateLimiter
from intake.portal.session.client_session import OF_A_LINK, OF_AN_ADDRESS, WRONG_ONES
from tests.browsing import Browser
from tests.portal.conftest import Portal, heading

PLACES = ("", "/form", "/form/1", "/form/review", "/done", "/documents", "/nowhere", "/form/1?lang=es")


@pytest.fixture
def fill(app, redis):
    """Set a counter to this many requests: `fill("link_…", 300)`."""
    def fill(subject, count):
        app.extensions["rate_limiter"].hit(f"portal:{subject}", count)
        redis.hset(f"rate:portal:{subject}", "n", count)

    return fill


@pytest.fixture
def breaking_form(firm):
    """Make the database refuse changes of the firm's forms, for a block."""
    @contextmanager
    def meanwhile():
        db.execute_sql("CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
                       "$$ BEGIN RAISE EXCEPTION 'broken'; END $$")
        db.execute_sql(f"CREATE TRIGGER broken BEFORE UPDATE ON intake_forms FOR EACH ROW "
                       f"WHEN (NEW.firm_id = '{firm.id}') EXECUTE FUNCTION refuse()")
        try:
            yield
        finally:
            db.execute_sql("DROP TRIGGER broken ON intake_forms")

    return meanwhile


def test_no_log_line_has_a_token_or_an_answer(portal, caplog):
    caplog.set_level("DEBUG")
    for place in PLACES:
        portal.get(place)
    portal.submit("/form/1", **{"q.full_name": "A very private name"})
    portal.browser.get(f"/p/{portal.link.token[:-1]}x")

    lines = [vars(record) for record in caplog.records if record.name != "peewee"]
    assert {line.get("route") for line in lines} >= {"/p/<token>", "/p/<token>/form/<int:number>"}
    assert portal.link.token[:-1] not in str(lines)
    assert "very private name" not in str(lines)


def test_an_error_logs_no_token(portal, caplog, breaking_form):
    caplog.set_level("DEBUG")
    fields = portal.fields("/form/1")
    with breaking_form():
        answer = portal.post("/form/1", fields | {"q.full_name": "A very private name"})

    assert (answer.status_code, heading(answer)) == (500, "Something went wrong on our side")
    logged = "\n".join(caplog.handler.format(record) for record in caplog.records if record.name != "peewee")
    assert "unexpected error" in logged
    assert portal.link.token not in logged + answer.text


def test_requests_of_a_link_are_limited(portal, portal_of, fill):
    fill(portal.link.id, OF_A_LINK)
    answer = portal.get("/form/1")

    assert (answer.status_code, heading(answer)) == (429, "One moment, please")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    refused = portal.get("/form/1", headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json["error"]["code"]) == (429, "rate_limit_exceeded")
    assert portal_of().get().status_code == 200


@pytest.mark.parametrize("case", ["too many requests", "an internal error"])
def test_page_of_a_failed_request_is_in_the_clients_language_and_names_the_firm(
        case, portal_of, firm, fill, breaking_form):
    portal = portal_of(client={"custom_fields": {"language": "Spanish"}})
    fields = portal.fields("/form/1") | {"q.full_name": "Ana"}
    if case == "too many requests":
        fill(portal.link.id, OF_A_LINK)
        answer, title = portal.get("/form/1"), "Un momento, por favor"
    else:
        with breaking_form():
            answer, title = portal.post("/form/1", fields), "Hubo un problema de nuestra parte"

    assert (heading(answer), answer.headers["Content-Language"]) == (title, "es")
    assert escape(firm.name) in answer.text
    assert firm.email in answer.text


def test_requests_of_an_ip_address_are_limited(app, portal, fill):
    fill(f"address:{portal.browser.address}", OF_AN_ADDRESS)

    assert portal.get().status_code == 429
    assert Portal(Browser(app), portal.link).get().status_code == 200


def test_wrong_links_are_limited(browser, fill):
    assert browser.get("/p/wrong").status_code == 404
    fill(f"wrong:{browser.address}", WRONG_ONES)

    assert browser.get("/p/wrong").status_code == 429


def test_without_redis_links_open_and_wrong_ones_are_limited(app, portal, monkeypatch):
    monkeypatch.setitem(app.extensions, "rate_limiter", RateLimiter(BestEffortRedis("redis://127.0.0.1:1/0")))

    assert portal.submit("/form/1", **{"q.full_name": "Ana"}).status_code == 303
    answers = [portal.browser.get("/p/wrong").status_code for _ in range(WRONG_ONES + 1)]
    assert answers == [404] * WRONG_ONES + [429]
    assert portal.get().status_code == 200


def test_cookies_are_host_bound_and_secure_with_tls(by_tls, portal):
    cookies = [*portal.get("/form/1").headers.getlist("Set-Cookie"),
               *portal.get("/form/1?lang=es").headers.getlist("Set-Cookie")]

    assert {cookie.split("=")[0] for cookie in cookies} == {"__Host-intake_csrf", "__Host-intake_lang"}
    assert all({"Secure", "Path=/"} <= set(cookie.split("; ")) for cookie in cookies)


def test_cookies_are_http_only_and_hold_no_token(portal):
    cookies = [*portal.get("/form/1").headers.getlist("Set-Cookie"),
               *portal.get("/form/1?lang=es").headers.getlist("Set-Cookie")]

    assert len(cookies) == 3
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)
    assert portal.link.token not in str(cookies)

"""Rate limits, lifetimes, page sizes and other constants have the values of the table."""

import time
from datetime import datetime, timedelta

import pytest

from intake.accounts.users.actions import add as add_user
from intake.core.clock import now
from tests.builders import a_client, a_document, a_matter
from tests.contract.tables.limits import CONSTANTS, LIFETIMES, RATE_LIMIT_HEADERS, RATE_LIMITS, SIZES, WINDOW_SECONDS

from .rate_limited_key import RateLimitedKey
from .sample_firm import SampleFirm

PLANS = pytest.mark.parametrize(("plan", "limit", "burst"), RATE_LIMITS, ids=[
    f"{plan}: {limit} a minute, {burst} in a burst" for plan, limit, burst in RATE_LIMITS])


@PLANS
def test_headers_show_the_limit_of_the_plan(plan, limit, burst, app):
    response = RateLimitedKey(app, plan).send()
    allowed, left, reset = (int(response.headers[name]) for name in RATE_LIMIT_HEADERS)
    assert (allowed, left) == (limit, limit - 1)
    assert 0 < reset - time.time() <= WINDOW_SECONDS + 1
    assert "Retry-After" not in response.headers


@PLANS
def test_requests_beyond_the_burst_get_429(plan, limit, burst, app):
    key = RateLimitedKey(app, plan)
    key.count_up_to(limit - 1)
    at_limit = key.send()
    assert (at_limit.status_code, at_limit.headers["X-RateLimit-Remaining"]) == (200, "0")
    key.count_up_to(burst - 1)
    assert key.send().status_code == 200
    beyond = key.send()
    assert beyond.status_code == 429
    assert beyond.json["error"]["details"]["limit"] == limit
    assert {name: beyond.headers[name] for name in RATE_LIMIT_HEADERS[:2]} == {
        "X-RateLimit-Limit": str(limit), "X-RateLimit-Remaining": "0"}
    assert 0 < int(beyond.headers["Retry-After"]) <= WINDOW_SECONDS


@PLANS
def test_burst_lasts_ten_seconds(plan, limit, burst, app):
    key = RateLimitedKey(app, plan)
    key.count_up_to(limit)
    assert key.send().status_code == 200
    key.let_burst_pass()
    assert key.send().status_code == 429


@pytest.mark.parametrize(("what", "lifetime", "call", "start", "end"), LIFETIMES, ids=[
    f"{row[0]} lasts {row[1]}" for row in LIFETIMES])
def test_it_lasts_as_long_as_documented(what, lifetime, call, start, end, app, full):
    answer = full.succeed(call).json["data"]
    began = datetime.fromisoformat(answer[start]) if start else now()
    assert abs(datetime.fromisoformat(answer[end]) - began - lifetime) < timedelta(seconds=5)


@pytest.mark.parametrize(("what", "value", "call", "where"), CONSTANTS, ids=[
    f"{row[0]}: {row[1]}" for row in CONSTANTS])
def test_answer_shows_the_documented_constant(what, value, call, where, app, sparse):
    shown = sparse.succeed(call).json
    shown = shown.get("data", shown)
    for step in where:
        shown = shown[step]
    assert shown == value


@pytest.fixture(scope="module")
def crowd(app):
    """A firm with 25 more matters, clients, users and documents; a search for `crowd` finds 25 of each."""
    sample = SampleFirm(app)
    with app.app_context():
        matter = a_matter(sample.firm, title="Crowd")
        sample.ids = {"matter_id": matter.id}  # no other record is needed
        for number in range(25):
            a_matter(sample.firm, title=f"Crowd {number}")
            a_client(sample.firm, last_name="Crowd")
            a_document(sample.firm, matter, name="Crowd")
            add_user(sample.firm, f"crowd.{number}@{sample.firm.slug}.example.com", "staff")
    yield sample
    sample.retire()


@pytest.mark.parametrize(("call", "default", "parameter", "most"), SIZES, ids=[
    f"{call} shows {default}, at most {most}" for call, default, _, most in SIZES])
def test_list_has_its_default_and_its_largest_size(call, default, parameter, most, app, crowd):
    def shown(**query):
        data = crowd.succeed(call, query={"q": "crowd"} | query if call == "GET /search" else query).json["data"]
        return {len(group) for group in (data.values() if isinstance(data, dict) else [data])}

    assert shown() == {default}
    assert all(default < count <= most for count in shown(**{parameter: most}))

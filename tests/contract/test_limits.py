"""Rate limits, lifetimes, sizes and other constants are what the interface says ("Limits")."""

import time
from datetime import datetime, timedelta

import pytest

from intake.accounts.users.actions import add as add_user
from intake.core.clock import now
from tests.builders import a_client, a_document, a_matter
from tests.contract.tables.limits import CONSTANTS, LIFETIMES, RATE_LIMIT_HEADERS, RATE_LIMITS, SIZES, WINDOW_SECONDS

from .meter import Meter
from .world import World

PLANS = pytest.mark.parametrize(("plan", "limit", "burst"), RATE_LIMITS, ids=[
    f"{plan}: {limit} a minute, {burst} in a burst" for plan, limit, burst in RATE_LIMITS])


@PLANS
def test_headers(plan, limit, burst, app):
    response = Meter(app, plan).send()
    told, left, reset = (int(response.headers[name]) for name in RATE_LIMIT_HEADERS)
    assert (told, left) == (limit, limit - 1)
    assert 0 < reset - time.time() <= WINDOW_SECONDS + 1
    assert "Retry-After" not in response.headers


@PLANS
def test_up_to_the_burst_and_no_further(plan, limit, burst, app):
    meter = Meter(app, plan)
    meter.count_up_to(limit - 1)
    at_limit = meter.send()
    assert (at_limit.status_code, at_limit.headers["X-RateLimit-Remaining"]) == (200, "0")
    meter.count_up_to(burst - 1)
    assert meter.send().status_code == 200
    beyond = meter.send()
    assert beyond.status_code == 429
    assert beyond.json["error"]["details"]["limit"] == limit
    assert {name: beyond.headers[name] for name in RATE_LIMIT_HEADERS[:2]} == {
        "X-RateLimit-Limit": str(limit), "X-RateLimit-Remaining": "0"}
    assert 0 < int(beyond.headers["Retry-After"]) <= WINDOW_SECONDS


@PLANS
def test_burst_lasts_ten_seconds(plan, limit, burst, app):
    meter = Meter(app, plan)
    meter.count_up_to(limit)
    assert meter.send().status_code == 200
    meter.let_burst_pass()
    assert meter.send().status_code == 429


@pytest.mark.parametrize(("what", "lifetime", "call", "start", "end"), LIFETIMES, ids=[
    f"{row[0]} lives {row[1]}" for row in LIFETIMES])
def test_lifetime(what, lifetime, call, start, end, app, full):
    answer = full.succeed(call).json["data"]
    began = datetime.fromisoformat(answer[start]) if start else now()
    assert abs(datetime.fromisoformat(answer[end]) - began - lifetime) < timedelta(seconds=5)


@pytest.mark.parametrize(("what", "value", "call", "where"), CONSTANTS, ids=[
    f"{row[0]}: {row[1]}" for row in CONSTANTS])
def test_constant(what, value, call, where, app, sparse):
    shown = sparse.succeed(call).json
    shown = shown.get("data", shown)
    for step in where:
        shown = shown[step]
    assert shown == value


@pytest.fixture(scope="module")
def crowd(app):
    """A firm with 25 more matters, clients, users and documents; a search for `crowd` finds 25 of each."""
    world = World(app)
    with app.app_context():
        matter = a_matter(world.firm, title="Crowd")
        world.dossier["matter_id"] = matter.id
        for number in range(25):
            a_matter(world.firm, title=f"Crowd {number}")
            a_client(world.firm, last_name="Crowd")
            a_document(world.firm, matter, name="Crowd")
            add_user(world.firm, f"crowd.{number}@{world.firm.slug}.example.com", "staff")
    yield world
    world.retire()


@pytest.mark.parametrize(("call", "default", "parameter", "most"), SIZES, ids=[
    f"{call} shows {default}, at most {most}" for call, default, _, most in SIZES])
def test_size(call, default, parameter, most, app, crowd):
    def shown(**query):
        data = crowd.succeed(call, query={"q": "crowd"} | query if call == "GET /search" else query).json["data"]
        return {len(group) for group in (data.values() if isinstance(data, dict) else [data])}

    assert shown() == {default}
    assert all(default < count <= most for count in shown(**{parameter: most}))

"""The limits of each plan."""

import pytest

from config.plans import plans


@pytest.mark.parametrize(("name", "requests", "burst", "users", "storage", "period"), [
    ("standard", 100, 150, 5, 25, 100_000), ("pro", 500, 750, 25, 250, 1_000_000),
    ("enterprise", 1000, 2000, 1000, 5000, 10_000_000),
])
def test_limits_of_each_plan(name, requests, burst, users, storage, period):
    plan = plans(enterprise_burst=2000)[name]

    assert (plan.requests_per_minute, plan.burst) == (requests, burst)
    assert (plan.users, plan.storage_gb, plan.requests_per_period, plan.matters) == (users, storage, period, None)


def test_plan_names():
    assert set(plans(1500)) == {"standard", "pro", "enterprise"}

"""The limits of each plan (docs/behaviour.md, "Rate limits" and "The firm")."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Plan:
    """A plan's limits: requests in a window of 60 s, also during a burst, and what a firm may have."""

    requests_per_minute: int
    burst: int
    users: int
    storage_gb: int
    requests_per_period: int
    matters: int | None = None


PLANS = {
    "standard": Plan(100, 150, users=5, storage_gb=25, requests_per_period=100_000),
    "pro": Plan(500, 750, users=25, storage_gb=250, requests_per_period=1_000_000),
    "enterprise": Plan(1000, 1500, users=1000, storage_gb=5000, requests_per_period=10_000_000),
}


def plans(enterprise_burst):
    """Return the plans of this installation, which sets the enterprise burst."""
    return PLANS | {"enterprise": replace(PLANS["enterprise"], burst=enterprise_burst)}

"""The two worlds of which the tables are asked, and the count of what holds and what is left."""

from collections import Counter

import pytest

from tests.contract.tables.endpoints import ENDPOINTS

from .world import World, rules

AREAS = {endpoint.call: endpoint.missing for endpoint in ENDPOINTS}


@pytest.fixture(scope="package")
def _worlds(app):
    worlds = World(app), World(app, full=False)
    yield worlds
    for world in worlds:
        world.retire()


@pytest.fixture(scope="module")
def full(_worlds):
    """A firm whose records have all that may be given."""
    _worlds[0].renew_key()  # a file of tests each stays far below the rate limit
    return _worlds[0]


@pytest.fixture(scope="module")
def sparse(_worlds):
    """A firm whose records have only what must be given."""
    _worlds[1].renew_key()
    return _worlds[1]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """A row about a `call` that nobody has built yet is counted, not asked."""
    call = getattr(pyfuncitem, "callspec", None) and pyfuncitem.callspec.params.get("call")
    if not call or call in rules(pyfuncitem.funcargs["app"]):
        return None
    pyfuncitem.user_properties.append(("not built", AREAS.get(call) or call))
    return True


def pytest_terminal_summary(terminalreporter):
    """Say how many rows hold, and what is left to build."""
    rows = [report for report in terminalreporter.getreports("passed")
            if report.when == "call" and "tests/contract/" in report.nodeid]
    left = Counter(dict(report.user_properties)["not built"] for report in rows if report.user_properties)
    areas = ", ".join(f"{area} ({count})" for area, count in left.most_common())
    if rows:
        terminalreporter.write_line(f"contract: {len(rows) - left.total()} rows hold"
                                    + (f", {left.total()} not built yet: {areas}" if areas else ""))

"""The two sample firms that the tables are tested with, and the count of rows that hold and rows not built yet."""

from collections import Counter

import pytest

from tests.contract.tables.endpoints import ENDPOINTS

from .sample_firm import SampleFirm, rules

AREAS = {endpoint.call: endpoint.missing for endpoint in ENDPOINTS}


@pytest.fixture(scope="package")
def _samples(app):
    samples = SampleFirm(app), SampleFirm(app, full=False)
    with app.app_context():
        assert all(sample.ids for sample in samples)  # before a test adds records to them
    yield samples
    for sample in samples:
        sample.retire()


@pytest.fixture(scope="module")
def full(_samples):
    """A firm whose records have every field."""
    _samples[0].renew_key()  # the requests of one test file stay far below the rate limit
    return _samples[0]


@pytest.fixture(scope="module")
def sparse(_samples):
    """A firm whose records have only the required fields."""
    _samples[1].renew_key()
    return _samples[1]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Count a row about a `call` that is not built yet instead of running it."""
    call = getattr(pyfuncitem, "callspec", None) and pyfuncitem.callspec.params.get("call")
    if not call or call in rules(pyfuncitem.funcargs["app"]):
        return None
    pyfuncitem.user_properties.append(("not built", AREAS.get(call) or call))
    return True


def pytest_terminal_summary(terminalreporter):
    """Print how many rows hold, and how many are not built yet."""
    rows = [report for report in terminalreporter.getreports("passed")
            if report.when == "call" and "tests/contract/" in report.nodeid]
    left = Counter(dict(report.user_properties)["not built"] for report in rows if report.user_properties)
    areas = ", ".join(f"{area} ({count})" for area, count in left.most_common())
    if rows:
        terminalreporter.write_line(f"contract: {len(rows) - left.total()} rows hold"
                                    + (f", {left.total()} not built yet: {areas}" if areas else ""))

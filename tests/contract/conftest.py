"""The two sample firms that the tables are tested with, and the count of rows that hold."""

import pytest

from .sample_firm import SampleFirm


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
    return _samples[0]


@pytest.fixture(scope="module")
def sparse(_samples):
    """A firm whose records have only the required fields."""
    return _samples[1]


def pytest_terminal_summary(terminalreporter):
    """Print how many rows hold."""
    rows = [report for report in terminalreporter.getreports("passed")
            if report.when == "call" and "tests/contract/" in report.nodeid]
    if rows:
        terminalreporter.write_line(f"contract: {len(rows)} rows hold")

"""Suspends the firms with planted rows; otherwise jobs of later tests would find their due work."""

import pytest

from .planting import stop_planted


@pytest.fixture(autouse=True, scope="module")
def _planted_firms_are_stopped(app):
    yield
    with app.app_context():
        stop_planted()

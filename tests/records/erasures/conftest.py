"""Planted rows are left with suspended firms: else the jobs of later tests would come upon what is due of them."""

import pytest

from .planting import stop_planted


@pytest.fixture(autouse=True, scope="module")
def _planted_firms_are_stopped(app):
    yield
    with app.app_context():
        stop_planted()

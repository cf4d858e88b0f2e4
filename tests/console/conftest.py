"""Fixtures: a person who may see and do everything, and their browser."""

import pytest

from tests.builders import a_user


@pytest.fixture
def admin(firm):
    return a_user(firm, "admin")


@pytest.fixture
def desk(admin, signed_in_as):
    return signed_in_as(admin)

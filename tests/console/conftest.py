"""Fixtures: an attorney, and the browser of a person who may see and do everything."""

import pytest

from tests.builders import a_user


@pytest.fixture
def lawyer(firm):
    return a_user(firm, "attorney")


@pytest.fixture
def desk(admin, signed_in_as):
    return signed_in_as(admin)

"""The browser of a person who may see and do everything."""

import pytest

from tests.builders import a_user


@pytest.fixture
def desk(firm, signed_in_as):
    return signed_in_as(a_user(firm, "admin"))

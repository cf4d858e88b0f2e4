"""Fixtures: a matter with a client, and the people who open its page."""

import pytest

from tests.builders import a_client, a_matter, a_user


@pytest.fixture
def attorney(lawyer, signed_in_as):
    """The browser of an attorney."""
    return signed_in_as(lawyer)


@pytest.fixture
def paralegal(firm, signed_in_as):
    """The browser of a paralegal, who may not change matters, nor write messages."""
    return signed_in_as(a_user(firm, "paralegal"))


@pytest.fixture
def matter(firm):
    """An active matter whose client has an address and a number."""
    return a_matter(firm, title="Silva divorce", client_id=a_client(
        firm, email="ana@example.com", phone="+15185550142").id)

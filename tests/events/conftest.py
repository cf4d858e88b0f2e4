"""Endpoints, as the tests of webhooks have them."""

from tests.webhooks.conftest import endpoint, endpoint_of  # noqa: F401  (fixtures)

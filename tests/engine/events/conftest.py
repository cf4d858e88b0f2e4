"""Endpoints, as the tests of webhooks have them."""

from tests.integrations.webhooks.conftest import endpoint, endpoint_of  # noqa: F401  (fixtures)

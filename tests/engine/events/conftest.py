"""Fixtures of the tests of webhooks, for the tests of events."""

from tests.integrations.webhooks.conftest import endpoint, endpoint_of  # noqa: F401  (fixtures)

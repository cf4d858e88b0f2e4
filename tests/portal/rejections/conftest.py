"""Clients who can be reached, as in the tests of intake links."""

from tests.portal.links.conftest import mailing, payloads, reachable, twilio, write  # noqa: F401

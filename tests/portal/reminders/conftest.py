"""Clients who can be reached, as in the tests of communications."""

from tests.messaging.communications.conftest import mailing, reachable, twilio, write  # noqa: F401

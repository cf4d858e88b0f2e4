"""Fixtures of the tests of communications, for the tests of reminders."""

from tests.messaging.communications.conftest import mailing, reachable, twilio, write  # noqa: F401

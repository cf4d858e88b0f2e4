"""Fixtures of the tests of intake links, for the tests of rejections."""

from tests.portal.links.conftest import mailing, payloads, reachable, twilio, write  # noqa: F401

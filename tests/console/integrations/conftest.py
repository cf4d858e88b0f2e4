"""Fixtures of the tests of integrations, for the console's tests."""

from tests.integrations.conftest import (  # noqa: F401  (fixtures)
    approved,
    begin,
    clio,
    connect,
    connection,
    lawmatics,
    matter,
    run,
)

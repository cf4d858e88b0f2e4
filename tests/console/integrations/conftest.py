"""The firm's connections, as the tests of integrations have them."""

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

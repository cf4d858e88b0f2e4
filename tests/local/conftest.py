"""Separate servers for these tests, which stop and kill them."""

from contextlib import closing

import psycopg2
import pytest

from local.services import running

ORIGIN = "http://127.0.0.1:8765"


@pytest.fixture(scope="package")
def embedded(tmp_path_factory):
    """The four services, as durable as with `make run`."""
    with running(tmp_path_factory.mktemp("embedded") / "state", origin=ORIGIN) as embedded:
        yield embedded


@pytest.fixture
def sql():
    """Run one statement and return its rows: `sql(url, "SELECT 1")`."""

    def execute(url, statement):
        with closing(psycopg2.connect(url, connect_timeout=5)) as connection, connection, connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []

    return execute

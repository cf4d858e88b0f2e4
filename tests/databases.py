"""Databases for single tests."""

import time

from psycopg2.errors import InsufficientPrivilege

_PATIENCE = 60


def drop_database(connection, name):
    """Drop the database, even while somebody, such as a pooler, is connected.

    A running autovacuum stops by itself when it is in the way; only a superuser may stop it.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.cursor().execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            return
        except InsufficientPrivilege:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)

"""Databases of single tests."""

import time

from psycopg2.errors import InsufficientPrivilege

_PATIENCE = 60


def drop_database(connection, name):
    """Drop the database, also while somebody is connected: a pooler may be.

    An autovacuum that is at work there stops by itself when it is in the way, and may be stopped by a superuser only.
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

"""The indexes of text search, which a database may get later than its tables.

`schema.sql` creates them if the extensions are available; without them a firm's own rows are read.
"""

import re
from contextlib import closing

import psycopg2
from psycopg2.errors import FeatureNotSupported, InsufficientPrivilege, UndefinedFile
from psycopg2.extensions import cursor as Cursor

from .migrations import ROOT

_EXTENSIONS = ("pg_trgm", "btree_gin")
_DEFINITION = re.compile(r"CREATE INDEX (\w+) (ON \w+\s+USING gin \(firm_id, [^;]*);")


class ExtensionMissing(Exception):
    """The database lacks an extension, and this role cannot add it; the message has advice."""


def missing_indexes(cursor: Cursor) -> dict[str, str]:
    """Return the definitions of the indexes that are missing or were not completed, by name."""
    wanted = dict(_DEFINITION.findall((ROOT / "schema.sql").read_text(encoding="utf-8")))
    cursor.execute("SELECT relname FROM pg_class JOIN pg_index ON indexrelid = oid "
                   "WHERE indisvalid AND relnamespace = current_schema()::regnamespace")
    found = {name for (name,) in cursor.fetchall()}
    return {name: definition for name, definition in wanted.items() if name not in found}


def create_indexes(url: str) -> int:
    """Create what `missing_indexes` names and return how many, while requests continue. Raises `ExtensionMissing`."""
    with closing(psycopg2.connect(url, application_name="intake-indexes")) as connection:
        connection.autocommit = True  # CONCURRENTLY is not possible in a transaction
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")  # that of the role may be shorter than an index takes
            missing = missing_indexes(cursor)
            if missing:
                _add_extensions(cursor)
            for name, definition in missing.items():
                cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
                cursor.execute(f"CREATE INDEX CONCURRENTLY {name} {definition}")
            return len(missing)


def _add_extensions(cursor: Cursor) -> None:
    statements = [f"CREATE EXTENSION IF NOT EXISTS {name}" for name in _EXTENSIONS]
    try:
        for statement in statements:
            cursor.execute(statement)
    except (InsufficientPrivilege, FeatureNotSupported, UndefinedFile) as error:
        raise ExtensionMissing(
            f"{error.diag.message_primary}. As a superuser run, in this database, {'; '.join(statements)} (Debian has "
            "them in postgresql-contrib), then repeat this command.") from error

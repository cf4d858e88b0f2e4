"""Keeps a sandbox away from the database of a live installation, and a live installation from that of a sandbox.

A sandbox marks its database with a row in `test_clock`. See docs/decisions/0057.
"""

from psycopg2.extensions import cursor as Cursor

OF_SANDBOX = ("It is a sandbox's, in which clients, e-mails and times are not real. Start it with ENVIRONMENT=sandbox, "
              "or set DATABASE_URL to a database of this installation's own.")
"""Why a live installation does not start."""

OF_LIVE = ("It is a live installation's, whose e-mails and SMS a sandbox would not send. Start it with "
           "ENVIRONMENT=live, or set DATABASE_URL to a database of this sandbox's own. If it is a copy to try things "
           "in, first run in it: INSERT INTO test_clock (ahead) VALUES ('0'); UPDATE webhooks SET active = false")
"""Why a sandbox does not start."""


def reason_for_refusal(cursor: Cursor, in_sandbox: bool) -> str | None:
    """Return why an installation of this kind may not use the database; None if it may.

    A database without firms is for both. One of a version that had no mark yet is a sandbox's if that left messages.
    """
    if _has_rows(cursor, "test_clock") == in_sandbox:
        return None
    has_firms = _has_rows(cursor, "firms")
    if in_sandbox:
        return OF_LIVE if has_firms and not _has_rows(cursor, "sandbox_messages") else None
    return OF_SANDBOX if has_firms or _has_rows(cursor, "test_clock", "ahead > '0'") else None


def mark_kind(cursor: Cursor, in_sandbox: bool) -> None:
    """Record that the database, which has every migration, is one of this kind of installation."""
    if _has_rows(cursor, "test_clock") != in_sandbox:  # otherwise writes nothing, so that a full disk stops no start
        cursor.execute("INSERT INTO test_clock (ahead) VALUES ('0') ON CONFLICT DO NOTHING" if in_sandbox
                       else "DELETE FROM test_clock")


def _has_rows(cursor: Cursor, table: str, condition: str = "true") -> bool:
    cursor.execute("SELECT to_regclass(%s) IS NOT NULL", (table,))
    [exists] = cursor.fetchone()  # type: ignore[misc]
    if exists:
        cursor.execute(f"SELECT EXISTS (SELECT FROM {table} WHERE {condition})")  # noqa: S608
        [exists] = cursor.fetchone()  # type: ignore[misc]
    return bool(exists)

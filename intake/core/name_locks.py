"""Locks on names, for records that have no row yet to lock."""

from .db import db


def lock_name(name: str) -> None:
    """Lock this name until the transaction ends, waiting for other transactions that have locked it."""
    if not db.in_transaction():
        raise RuntimeError("a name is locked within a transaction")
    db.execute_sql("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (name,))


def share_name(name: str) -> None:
    """As `lock_name`, but transactions that share the name do not wait for one another. Sent with the next statement.
    """
    db.send_with_next("SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))", (name,))

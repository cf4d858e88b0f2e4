"""Locks on names, for what has no row yet that could be locked."""

from .db import db


def lock_name(name: str) -> None:
    """Wait until no other transaction has locked this name, which this one then has until it ends."""
    if not db.in_transaction():
        raise RuntimeError("a name is locked within a transaction")
    db.execute_sql("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (name,))


def share_name(name: str) -> None:
    """As `lock_name`, but transactions that share the name do not wait for one another. Sent with the next statement.
    """
    db.send_with_next("SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))", (name,))

"""Erasing a whole firm: all its files and rows. An empty firm with the certificate remains.

Rows are deleted in batches, each in its own transaction, so that no number of them takes longer than a statement may,
and a worker that takes over continues with the rest.
"""

from collections.abc import Iterator

from intake.accounts.audit.chain import chain, purge
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.db import db
from intake.core.migrations import OWN_TABLES
from intake.gateways.storage import storage

from .tables import LEFT_OF_FIRM, PEOPLE, UNLINKED

_BATCH = 2000
_FOLDERS = ("files", "quarantine/files", "incoming", "reports", "exports")


def erase_files(firm):
    """Delete every object of the firm in the storage."""
    folders = [*(f"{folder}/{firm.id}/" for folder in _FOLDERS), f"logos/{firm.slug}/"]
    for folder in folders:
        storage.delete_with_unfinished(folder)
    storage.erase_versions(folders)


def erase_rows(erasure):
    """Delete the firm's rows of all tables except those that are kept, and empty its own row."""
    delete_rows(erasure)
    chain(erasure.firm_id)
    purge(erasure.firm_id, now())
    Firm(id=erasure.firm_id).change(
        name="", slug=erasure.id.replace("_", "-").lower(), email="", phone=None, website=None, address=None,
        logo_key=None, settings={}, notification_preferences={}, alerts_off=[], suspended_at=now())


def delete_rows(erasure):
    """Delete the firm's rows of all tables but those that are left."""
    with db.atomic():  # while its clients and leads are there, whose numbers these are
        erasure.add({"sms_opt_outs": db.execute_sql(
            f"DELETE FROM sms_opt_outs WHERE number IN (SELECT phone FROM {PEOPLE} "  # noqa: S608 (our own names)
            f"WHERE firm_id = %(firm)s) AND NOT EXISTS (SELECT FROM {PEOPLE} "
            "WHERE person.phone = sms_opt_outs.number AND person.firm_id <> %(firm)s)",
            {"firm": erasure.firm_id}).rowcount})
    delete_tables(erasure, LEFT_OF_FIRM, lambda table, number: erasure.add({table: number}))


def delete_tables(scope, left, count=lambda *_: None):
    """Delete the firm's rows of all tables but those `left`; `count(table, number)` is called in each transaction."""
    for table, column in UNLINKED:
        while _in_batches(f"UPDATE {table} SET {column} = NULL",  # noqa: S608 (our own names)
                          table, scope, f"AND {column} IS NOT NULL"):
            pass
    for table in _in_order(left):
        while _in_batches(f"DELETE FROM {table}", table, scope, count=count):  # noqa: S608
            pass


def allow_deleting_checks(scope):
    """Let this transaction, and no other, delete the firm's conflict checks (`protect_conflict_checks`)."""
    db.execute_sql("SELECT set_config('intake.erased_firm', %s, true)", (scope.firm_id,))


def _in_batches(change, table, scope, besides="", count=lambda *_: None):
    """Change the next rows of the firm, the newest first, because rows refer to older ones. Return how many."""
    with db.atomic():
        allow_deleting_checks(scope)
        number = db.execute_sql(
            f"{change} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {table} WHERE firm_id = %s {besides} "  # noqa: S608
            "ORDER BY ctid DESC LIMIT %s))", (scope.firm_id, _BATCH)).rowcount
        count(table, number)
    return number


def _in_order(left=LEFT_OF_FIRM) -> Iterator[str]:
    """Yield the tables of firms but those `left`, each before those that its rows refer to."""
    tables = {table for (table,) in db.execute_sql(
        f"SELECT name FROM ({OWN_TABLES}) AS own JOIN pg_attribute ON attrelid = own.oid "  # noqa: S608 (our own text)
        "WHERE attname = 'firm_id'").fetchall()} - {*left}
    references = {(table, target) for table, target, column in db.execute_sql("""
        SELECT con.conrelid::regclass::text, con.confrelid::regclass::text, att.attname
        FROM pg_constraint AS con JOIN pg_attribute AS att
            ON att.attrelid = con.conrelid AND att.attnum = con.conkey[array_length(con.conkey, 1)]
        WHERE con.contype = 'f' AND pg_table_is_visible(con.conrelid)""").fetchall()
        if table != target and (table, column) not in UNLINKED}
    while tables:
        free = tables - {target for other, target in references if other in tables}
        yield from sorted(free)
        tables -= free

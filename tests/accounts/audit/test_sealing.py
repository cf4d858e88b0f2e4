"""Entries without the part that an erasure removed: the chain can still be verified."""

import pytest
from peewee import InternalError

from intake.accounts.audit import sealing
from intake.accounts.audit.chain import chain, purge, verify
from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.sealing import seal_about
from intake.core.clock import now
from intake.core.db import db
from tests.builders import a_client


@pytest.fixture
def sealed(firm, monkeypatch):
    """A firm with entries about two clients; those about the first are sealed, in more than one part."""
    monkeypatch.setattr(sealing, "_WINDOW", 2)
    clients = [a_client(firm), a_client(firm)]
    for each in (*clients, *clients):
        with db.atomic():
            sealing.record_act("client.updated", each, fields=["notes"])
    assert number_sealed(firm, clients[0]) == 3
    return clients


def number_sealed(firm, record):
    """Seal the entries about the record; return the number of entries in each part."""
    numbers = []
    seal_about(firm, [record.id], numbers.append)
    return sum(numbers)


def entries_of(firm, record):
    return list(AuditEntry.of(firm).where(AuditEntry.record_id == record.id).order_by(AuditEntry.position))


def change(sql, *values):
    """Change the log directly in the database."""
    with db.atomic():
        db.execute_sql("ALTER TABLE audit_log DISABLE TRIGGER audit_log_protected")
        db.execute_sql(sql, values)
        db.execute_sql("ALTER TABLE audit_log ENABLE TRIGGER audit_log_protected")


def test_what_was_said_is_removed_and_the_chain_holds(firm, sealed):
    of_first, of_second = (entries_of(firm, each) for each in sealed)
    assert [(each.details, each.address, each.request_id) for each in of_first] == [({}, None, None)] * 3
    assert [each.details for each in of_second] == [{}, {"fields": ["notes"]}, {"fields": ["notes"]}]
    assert verify(firm.id).first_bad is None
    assert number_sealed(firm, sealed[0]) == 0
    purge(firm.id, of_first[1].created_at)
    assert verify(firm.id).first_bad is None, "what follows still names entries that are purged"


def test_a_sealed_entry_that_is_changed_is_noticed(firm, sealed):
    entry = entries_of(firm, sealed[0])[1]
    change("UPDATE audit_log SET action = 'client.created' WHERE firm_id = %s AND id = %s", firm.id, entry.id)
    assert verify(firm.id).first_bad == entry.sealed_by


def test_an_entry_that_was_emptied_without_an_erasure_is_noticed(firm, sealed):
    entry = entries_of(firm, sealed[1])[1]
    change("UPDATE audit_log SET details = '{}', sealed_by = 'aud_none' WHERE firm_id = %s AND id = %s",
           firm.id, entry.id)
    assert verify(firm.id).first_bad == entry.id


@pytest.mark.parametrize("values", [
    "details = '{}', sealed_by = 'x', actor_id = 'y', address = NULL, request_id = NULL",
    "details = '{\"a\": 1}', sealed_by = 'x', address = NULL, request_id = NULL", "details = '{}'"])
def test_nothing_else_can_be_changed(firm, values):
    client = a_client(firm)
    chain(firm.id)
    with pytest.raises(InternalError, match="append-only"):
        db.execute_sql(f"UPDATE audit_log SET {values} WHERE firm_id = %s AND record_id = %s",
                       (firm.id, client.id))
    assert now() > entries_of(firm, client)[0].created_at

"""The chain detects every changed, moved or missing entry, and never makes writers wait for one another."""

from contextlib import closing, contextmanager
from datetime import timedelta

import psycopg2
import pytest

from intake.accounts.audit.chain import Verification, chain, chain_all, verify
from intake.accounts.audit.chainer import Chainer
from intake.accounts.audit.jobs import purge_old_audit_entries
from intake.accounts.audit.models import AuditChain, AuditEntry
from intake.core.clock import now
from intake.core.db import db
from intake.core.ids import new_id
from tests.builders import a_matter
from tests.waiting import wait_until


@pytest.fixture
def chained(firm):
    """The ids of five more entries of the firm, chained, in the order of the chain."""
    for _ in range(5):
        a_matter(firm)
    chain(firm.id)
    return [entry.id for entry in AuditEntry.chained(firm.id, 2)]


@contextmanager
def unprotected():
    """Disable the log's trigger for the block, as the owner of the database can."""
    db.execute_sql("ALTER TABLE audit_log DISABLE TRIGGER audit_log_protected")
    try:
        yield
    finally:
        db.execute_sql("ALTER TABLE audit_log ENABLE TRIGGER audit_log_protected")


def position_of(entry_id):
    return AuditEntry.select(AuditEntry.position).where(AuditEntry.id == entry_id).scalar()


def test_untouched_chain_is_verified(firm, chained):
    assert verify(firm.id) == Verification(len(chained), None)
    assert len(chained) == 6  # including the firm's creation


def test_verifying_chains_what_is_not_chained_yet(firm, chained):
    a_matter(firm)

    assert verify(firm.id) == Verification(len(chained) + 1, None)


def test_each_entry_carries_the_hash_of_the_one_before(firm, chained):
    entries = [AuditEntry.get_by_id(id) for id in chained]

    assert [entry.previous_hash for entry in entries] == ["", *(entry.hash for entry in entries[:-1])]
    assert [entry.position for entry in entries] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("column", "value"), [
    ("action", "matter.updated"), ("actor_type", "operator"), ("actor_id", "usr_other"), ("record_type", "client"),
    ("record_id", "cli_other"), ("address", "192.0.2.1"), ("request_id", "another"), ("details", '{"more": 1}'),
    ("created_at", "2020-01-01T00:00:00Z"), ("hash", "0"), ("previous_hash", "0"),
    ("id", "aud_01JD0Q8Z4W6V9XK3M5N7P2R4T6"),
])
def test_changed_column_is_found(column, value, firm, chained):
    bad = chained[2]
    with unprotected():
        db.execute_sql(f"UPDATE audit_log SET {column} = %s WHERE id = %s", (value, bad))

    assert verify(firm.id) == Verification(2, value if column == "id" else bad)


@pytest.mark.parametrize("missing", [0, 2])
def test_missing_entry_is_found(missing, firm, chained):
    with unprotected():
        AuditEntry.delete().where(AuditEntry.id == chained[missing]).execute()

    assert verify(firm.id) == Verification(missing, chained[missing + 1])


@pytest.mark.parametrize("count", [1, 3, 6])
def test_missing_tail_is_found(count, firm, chained):
    with unprotected():
        AuditEntry.delete().where(AuditEntry.id.in_(chained[-count:])).execute()

    assert verify(firm.id) == Verification(6 - count, chained[-1])


def test_entry_missing_with_its_position_closed_up_is_found(firm, chained):
    with unprotected():
        AuditEntry.delete().where(AuditEntry.id == chained[2]).execute()
        for id in chained[3:]:
            AuditEntry.update(position=AuditEntry.position - 1).where(AuditEntry.id == id).execute()

    assert verify(firm.id) == Verification(2, chained[3])


def test_swapped_entries_are_found(firm, chained):
    one, other = chained[1], chained[3]
    with unprotected():
        for id, position in ((one, 100), (other, 2), (one, 4)):
            AuditEntry.update(position=position).where(AuditEntry.id == id).execute()

    assert verify(firm.id) == Verification(1, other)


def test_entry_added_behind_the_chain_is_found(firm, chained):
    last = AuditEntry.get_by_id(chained[-1])
    forged = AuditEntry.create(**last.__data__ | {
        "id": new_id("aud"), "position": 7, "previous_hash": last.hash, "hash": "0"})

    assert verify(firm.id) == Verification(6, forged.id)


def test_missing_chain_is_found(firm, chained):
    AuditChain.delete().where(AuditChain.firm_id == firm.id).execute()
    a_matter(firm)

    assert verify(firm.id) == Verification(0, chained[0])


def test_firm_whose_chain_cannot_be_continued_does_not_stop_the_others(firm, rival, chained):
    AuditChain.delete().where(AuditChain.firm_id == firm.id).execute()
    a_matter(firm)
    a_matter(rival)
    chain_all()

    assert not AuditEntry.unchained(rival.id, 1)
    assert verify(firm.id).first_bad == chained[0]


@pytest.mark.parametrize("statement", [
    "UPDATE audit_log SET action = 'matter.updated' WHERE id = %s",
    "UPDATE audit_log SET position = NULL, hash = NULL, previous_hash = NULL WHERE id = %s",
    "UPDATE audit_log SET position = 100 WHERE id = %s",
    "DELETE FROM audit_log WHERE id = %s",
])
def test_database_refuses_to_change_the_log(statement, firm, chained):
    with pytest.raises(Exception, match="append-only"):
        db.execute_sql(statement, (chained[2],))

    assert verify(firm.id) == Verification(6, None)


def test_database_refuses_to_change_an_entry_as_it_is_chained(firm):
    [entry] = AuditEntry.unchained(firm.id, 1)

    with pytest.raises(Exception, match="append-only"):
        db.execute_sql("UPDATE audit_log SET position = 1, previous_hash = '', hash = '', address = '192.0.2.1' "
                       "WHERE id = %s", (entry.id,))
    with pytest.raises(Exception, match="append-only"):
        db.execute_sql("DELETE FROM audit_log WHERE id = %s", (entry.id,))

    assert verify(firm.id) == Verification(1, None)


def test_twenty_writers_and_chainers_at_once(firm, at_once):
    def write_and_chain(number):
        for _ in range(5):
            a_matter(firm)
            if number % 4 == 0:
                chain(firm.id)

    at_once(20, write_and_chain)

    assert verify(firm.id) == Verification(101, None)


def test_writers_do_not_wait_for_one_another(settings, firm, app):
    """While another transaction with an act of the firm is open, acts are recorded and chained."""
    with closing(psycopg2.connect(settings.database_url)) as other, other.cursor() as cursor:
        late = new_id("aud")
        cursor.execute(
            "INSERT INTO audit_log (id, firm_id, action, actor_type, record_type, record_id, details, created_at) "
            "VALUES (%s, %s, 'firm.updated', 'system', 'firm', %s, '{}', now())", (late, firm.id, firm.id))
        a_matter(firm)
        assert verify(firm.id) == Verification(2, None)
        other.commit()

    assert verify(firm.id) == Verification(3, None)
    assert position_of(late) == 3  # by arrival, although its id is smaller


def test_chains_of_firms_are_separate(firm, rival, chained):
    with unprotected():
        AuditEntry.delete().where(AuditEntry.id == chained[2]).execute()

    assert verify(rival.id) == Verification(1, None)
    assert verify(firm.id).first_bad == chained[3]


def test_worker_chains_and_does_so_once_more_when_it_stops(app, firm):
    chainer = Chainer(app)
    chainer.start()
    wait_until(lambda: not AuditEntry.unchained(firm.id, 1))

    a_matter(firm)
    chainer.stop()
    chainer.join(20)
    assert not AuditEntry.unchained(firm.id, 1)


def test_chaining_all_reaches_every_firm(firm, rival):
    chain_all()

    assert not AuditEntry.unchained(firm.id, 1) + AuditEntry.unchained(rival.id, 1)


def test_chaining_ends_between_two_firms_when_it_is_over(firm, rival):
    answers = iter([False])
    chain_all(lambda: next(answers, True))

    assert AuditEntry.unchained(firm.id, 1) + AuditEntry.unchained(rival.id, 1)


class TestRetention:
    @pytest.fixture
    def aged(self, firm, chained):
        """Make the first entries of the chain eight years old, as if they had been chained then."""
        with unprotected():
            AuditChain.delete().where(AuditChain.firm_id == firm.id).execute()
            AuditEntry.update(position=None, hash=None, previous_hash=None).where(AuditEntry.id.in_(chained)).execute()
            AuditEntry.update(created_at=now() - timedelta(days=8 * 366)).where(
                AuditEntry.id.in_(chained[:3])).execute()
        chain(firm.id)
        return chained

    def test_old_entries_are_purged_and_the_rest_is_still_verified(self, firm, aged):
        purge_old_audit_entries()

        assert [entry.id for entry in AuditEntry.chained(firm.id, 10)] == aged[3:]
        assert verify(firm.id) == Verification(3, None)

    def test_purged_chain_finds_missing_entries_at_its_beginning(self, firm, aged):
        purge_old_audit_entries()
        with unprotected():
            AuditEntry.delete().where(AuditEntry.id == aged[3]).execute()

        assert verify(firm.id) == Verification(0, aged[4])

    def test_entries_within_the_retention_stay(self, firm, chained):
        purge_old_audit_entries()

        assert verify(firm.id) == Verification(6, None)

    def test_chain_goes_on_when_everything_was_purged(self, firm, chained):
        with unprotected():
            AuditChain.delete().where(AuditChain.firm_id == firm.id).execute()
            AuditEntry.update(position=None, hash=None, previous_hash=None,
                              created_at=now() - timedelta(days=8 * 366)).where(AuditEntry.id.in_(chained)).execute()
        chain(firm.id)
        purge_old_audit_entries()
        assert verify(firm.id) == Verification(0, None)

        a_matter(firm)
        assert verify(firm.id) == Verification(1, None)

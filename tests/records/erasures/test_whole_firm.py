"""A whole firm is erased, with its rows in every table and its objects, and no other firm's."""

from contextlib import closing
from uuid import uuid4

import psycopg2
import pytest
from peewee import InternalError

from intake.accounts.audit.chain import verify
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.engagement.conflicts.actions import check
from intake.gateways.storage import storage
from intake.listeners import TASKS
from intake.messaging.communications.models import SmsOptOut
from intake.records.erasures import actions, whole_firm
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE, RUNNING
from intake.records.erasures.tables import LEFT_OF_FIRM
from tests.builders import a_client, a_lead, a_user
from tests.firm_rows import digests
from tests.test_architecture_database import change, new_database

from .planting import Planted, rows_with


def test_a_firm_is_erased_with_all_its_rows_and_files(firm, rival, monkeypatch):
    monkeypatch.setattr(whole_firm, "_BATCH", 2)
    name = f"gone{uuid4().hex[:8]}x"
    client = Planted(firm, a_user(firm, "admin", email=f"{name}@example.com"), name)
    Planted(firm, a_user(firm), name, client)
    firm.change(name=name, settings={"office_hours": name})
    Planted(rival, a_user(rival), "near")
    for folder in ("files", "quarantine/files", "incoming", "reports"):
        storage.put(f"{folder}/{firm.id}/{name}", b"x", "text/plain")
    storage.put(f"files/{rival.id}/{name}", b"x", "text/plain")
    own, shared, lead = (f"+1518557{uuid4().int % 10**8:08}" for _ in range(3))
    for number, holders in ((own, [firm]), (shared, [firm, rival])):
        SmsOptOut.add(number)
        for each in holders:
            a_client(each, phone=number)
    SmsOptOut.add(lead)
    for each in (firm, rival):
        a_lead(each, phone=lead)
    before = digests(rival)
    with db.atomic():
        erasure = actions.erase_firm(firm)
        assert actions.erase_firm(firm).id == erasure.id

    with monkeypatch.context() as patched:
        patched.setattr(whole_firm, "purge", _killed)
        with pytest.raises(InterruptedError):
            TASKS["erase"].function(firm.id, erasure.id)
    assert Erasure.fetch(firm, erasure.id).status == RUNNING
    TASKS["erase"].function(firm.id, erasure.id)

    done = Erasure.fetch(firm, erasure.id)
    assert (done.status, done.erased["clients"], done.certificate["firm"]["name"]) == (DONE, 4, name)
    assert {row.partition(" ")[0] for row in rows_with(name)} == {"erasures"}, "the firm's name is in its certificate"
    assert {table for table, digest in digests(firm).items() if digest} == {*LEFT_OF_FIRM} - {"firms", "subscriptions"}
    assert digests(rival) == before
    assert [SmsOptOut.has(number) for number in (own, shared, lead)] == [False, True, True]
    assert [each.key for each in storage.listed() if firm.id in each.key] == []
    assert storage.head(f"files/{rival.id}/{name}")
    assert verify(firm.id).first_bad is None

    storage.put(f"incoming/{firm.id}/late", b"x", "text/plain")  # its signed URL was issued before
    db.execute_sql("INSERT INTO conflict_queue (firm_id, kind, record_id) VALUES (%s, 'lead', 'late')", (firm.id,))
    TASKS["sweep_erasure"].function(firm.id, erasure.id)
    assert [each.key for each in storage.listed(f"incoming/{firm.id}/")] == []
    assert {table for table, digest in digests(firm).items() if digest} == {*LEFT_OF_FIRM} - {"firms", "subscriptions"}
    assert (verify(firm.id).first_bad, Erasure.fetch(firm, erasure.id).certificate) == (None, done.certificate)


def test_tables_are_found_in_a_schema_that_is_named_after_the_role(services, app):
    tables = [*whole_firm._in_order()]
    with new_database(services) as url:
        change(url, "CREATE SCHEMA AUTHORIZATION CURRENT_USER")
        migrate(url)
        db.close()
        connect_to(url)
        try:
            assert [*whole_firm._in_order()] == tables
        finally:
            db.close()
            connect_to(services.env["DATABASE_URL"])


def test_only_the_erasing_transaction_may_delete_checks(firm, settings):
    check(firm, ["Silva"])
    attempts = [f"{change} WHERE firm_id = '{firm.id}'" for change in (
        "DELETE FROM conflict_checks", "UPDATE conflict_checks SET hits = '[]', complete = false")]
    with db.atomic():
        erasure = actions.erase_firm(firm)
    with closing(psycopg2.connect(settings.database_url)) as other, db.atomic() as erasing:
        whole_firm.allow_deleting_checks(erasure)
        for attempt in attempts:
            with pytest.raises(psycopg2.errors.RaiseException), other, other.cursor() as cursor:
                cursor.execute(attempt)
        assert db.execute_sql(attempts[0]).rowcount == 1
        erasing.rollback()
    for attempt in attempts:  # the same connection, in another transaction
        with pytest.raises(InternalError), db.atomic():
            db.execute_sql(attempt)


def _killed(*_):
    raise InterruptedError

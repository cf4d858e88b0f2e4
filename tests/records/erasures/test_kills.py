"""An erasure whose process is killed before each of its steps in turn: the certificate lists everything once."""

from itertools import chain as chained
from itertools import count
from uuid import uuid4

import pytest
from flask import current_app
from rq.job import Job

from intake.accounts.audit.chain import chain, verify
from intake.accounts.audit.models import AuditEntry
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.engine.tasks.queues import task_queues
from intake.engine.tasks.states import DEFAULT
from intake.gateways.storage import storage
from intake.listeners import TASKS
from intake.messaging.communications.models import SmsOptOut
from intake.records.erasures import actions, whole_firm
from intake.records.erasures.certificate import sha256_of
from intake.records.erasures.models import Erasure, ErasureItem
from intake.records.erasures.states import DONE
from intake.records.erasures.tables import LEFT_OF_FIRM, UNLINKED
from tests.builders import a_caller, a_user
from tests.firm_rows import digests
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere

from .planting import Planted, rows_with

_OBJECTS = [("files", "uploads"), ("quarantine/files", "uploads"), ("incoming", "court_form_fills"),
            ("files", "letters"), ("reports", "reports"), ("exports", "exports")]
"""Folders in storage, and the tables under whose ids objects are stored in them."""


@pytest.fixture(scope="module")
def erased_by_the_killed(services):
    """Let processes erase the record, all but the last of which are killed; return their number and the erasure."""
    def erase(erasure, places=None):
        kills = kill_everywhere(runs, {"task": "erase", "arguments": [erasure.firm_id, erasure.id]}, places)
        return kills, Erasure.fetch(erasure, erasure.id)

    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        yield erase


def planted(firm, name, of_firm=None):
    """Plant a client with a row in every table, objects and a job under their ids, and an opted-out number."""
    client = Planted(firm, a_user(firm, "admin"), f"{name}{uuid4().hex[:8]}x", of_firm)
    for folder, table in _OBJECTS:
        storage.put(f"{folder}/{firm.id}/{client.ids[table]}/x", b"x", "text/plain")
    task_queues.push([Task(id=client.ids["tasks"], name="sync", queue=DEFAULT, arguments=[client.ids["matters"]])])
    assert has_job(client)
    [(phone,)] = db.execute_sql("SELECT phone FROM clients WHERE id = %s", (client.ids["clients"],)).fetchall()
    SmsOptOut.add(phone)
    db.execute_sql("UPDATE integrations SET is_active = false WHERE firm_id = %s", (firm.id,))
    chain(firm.id)
    return client


def has_job(client):
    return Job.exists(client.ids["tasks"], current_app.extensions["redis"].connection)


def confirmed(firm, client):
    caller = a_caller(firm)
    erasure = actions.propose(caller, reason="asked for", client_id=client.ids["clients"])
    return actions.confirm(caller, erasure.id)


def erased_at_once(erasure):
    TASKS["erase"].function(erasure.firm_id, erasure.id)
    return Erasure.fetch(erasure, erasure.id)


def objects_of(firm):
    folders = {folder for folder, _ in _OBJECTS}
    return {each.key for folder in folders for each in storage.listed(f"{folder}/{firm.id}/")}


def assert_finished_once(erasure):
    """Check that there is one certificate, that the chain seals it, and that one sweep will follow."""
    assert erasure.status == DONE
    [finished] = AuditEntry.select().where(AuditEntry.firm_id == erasure.firm_id, AuditEntry.record_id == erasure.id,
                                           AuditEntry.action == "erasure.finished")
    assert finished.details["certificate_sha256"] == sha256_of(erasure.certificate)
    assert erasure.certificate["rows"] == erasure.erased
    assert Task.of(erasure).where(Task.name == "sweep_erasure").count() == 1
    assert verify(erasure.firm_id).first_bad is None


def counted(erasure):
    """Return the numbers in the certificate, without partial counts, which are added up from time to time."""
    rows = {table: number for table, number in erasure.certificate["rows"].items() if table != "matter_counts"}
    return [rows, *(erasure.certificate.get(name) for name in ("records", "files", "bytes", "elsewhere"))]


def test_client_is_erased_by_processes_that_are_killed_before_each_step(firm, erased_by_the_killed):
    client = planted(firm, "gone")
    neighbour = planted(firm, "near", client)
    before = rows_with(neighbour.name)
    kept = {key for key in objects_of(firm) if any(id in key for id in {*neighbour.ids.values()} - {firm.id})}

    kills, erasure = erased_by_the_killed(confirmed(firm, client))

    assert kills >= 15
    assert rows_with(client.name) == []
    assert (rows_with(neighbour.name), objects_of(firm)) == (before, kept)
    assert (has_job(client), has_job(neighbour)) == (False, True)
    assert_finished_once(erasure)
    assert {"clients", "uploads", "events", "tasks", "idempotency_records", "audit_log"} <= {*erasure.erased}
    events = db.execute_sql("SELECT count(*) FROM events WHERE firm_id = %s AND type = 'record.erased'", (firm.id,))
    assert events.fetchall() == [(1,)]

    at_once = erased_at_once(confirmed(firm, neighbour))
    assert (counted(erasure), len(ErasureItem.ids(erasure))) == (counted(at_once), len(ErasureItem.ids(at_once)))
    assert objects_of(firm) == set()


def test_firm_is_erased_by_processes_that_are_killed_again_and_again(firm, rival, erased_by_the_killed):
    clients = [planted(each, "gone") for each in (firm, rival)]
    before, kept = digests(rival), objects_of(rival)
    with db.atomic():
        begun = [actions.erase_firm(each) for each in (firm, rival)]

    in_loops = len([*whole_firm._in_order(), *UNLINKED])  # every ninth of these steps, and all later ones
    kills, erasure = erased_by_the_killed(begun[0], chained(range(0, in_loops, 9), count(in_loops)))

    assert kills >= 12
    assert {table for table, digest in digests(firm).items() if digest} == {*LEFT_OF_FIRM} - {"firms", "subscriptions"}
    assert (objects_of(firm), objects_of(rival)) == (set(), kept)
    assert [has_job(each) for each in clients] == [False, True]
    assert_finished_once(erasure)
    left = {"erasures", "audit_log", "audit_chains", "tasks"}
    assert {table for table, digest in digests(rival).items() if before[table] != digest} <= left
    assert counted(erasure) == counted(erased_at_once(begun[1]))

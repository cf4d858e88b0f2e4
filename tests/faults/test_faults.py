"""Nothing is lost while every process is killed; the short form of `make faults`."""

import pytest

from intake.core.ids import new_id
from intake.engagement.letters.actions import create, send
from intake.records.exports.models import Export
from tests.builders import a_document, a_lead, a_matter, a_note, an_upload

from .accounting import RunResult
from .books import contradictions
from .injection import Plan
from .office import Fact
from .office_run import run_offices
from .run import run

IN_THE_OFFICE = Plan(kills=1, web=3, redis=1, postgres=1, backends=1, storage=1, deployments=1, pause=(0.2, 0.8),
                     seed=20261129)
FEW = Plan(kills=2, redis=2, postgres=1, pause=(0.2, 0.8), seed=20261121)


def test_no_delivery_is_lost_when_worker_redis_and_postgres_are_killed(tmp_path):
    result = run(tmp_path, FEW, senders=2)

    assert result.holds, result
    assert result.expected > 100


def test_nothing_confirmed_is_lost_or_done_twice_when_every_process_is_killed(tmp_path):
    facts, contradictions = run_offices(tmp_path, IN_THE_OFFICE)

    assert contradictions == []
    assert facts


def test_what_was_lost_or_done_by_halves_or_twice_contradicts(services, firm, put):
    matter = a_matter(firm, title="Matter")
    upload = an_upload(firm, put, a_document(firm, matter))
    for _ in range(2):
        a_note(firm, matter, text="Called back.")
    lead, export = a_lead(firm), Export.create(firm_id=firm.id, language="en", status="ready", storage_key="missing")
    letter = create(firm, matter.id, text="We represent you.", signers=[{"name": "Ana", "email": "ana@example.com"}])
    send(firm, matter.id, letter.id)
    wrong = [Fact("lead", lead.id, {"status": "engaged", "matter_id": matter.id}),
             Fact("export", export.id, {"status": "ready"}),
             Fact("letter", letter.id, {"status": "voided", "signer": "ana@example.com"}),
             Fact("matter", new_id("mat"), {"title": "Matter", "client_id": None}),
             Fact("status", matter.id, {"status": "archived"}),
             Fact("upload", upload.id, {"sha256": "0" * 64, "status": "pending"}),
             Fact("erasure", new_id("ers"), {"matter_id": matter.id, "upload_id": upload.id})]
    right = [Fact("letter", letter.id, {"status": "sent", "signer": "ana@example.com"}),
             Fact("matter", matter.id, {"title": "Matter", "client_id": None}),
             Fact("erasure", new_id("ers"), {"matter_id": new_id("mat"), "upload_id": new_id("upl")})]
    found = contradictions(services, wrong + right, is_drained=True)

    assert [fact for fact in wrong + right if any(str(fact) in line for line in found)] == wrong
    assert any("same text" in line and "Called back." in line for line in found)


def test_same_seed_gives_same_faults():
    assert FEW.order() == FEW.order()
    assert sorted(fault for _, fault in FEW.order()) == [
        "flush_redis", "kill_worker", "kill_worker", "restart_postgres", "restart_redis"]


@pytest.mark.parametrize("change", [
    {"expected": 0}, {"lost": 1}, {"unfinished": 1}, {"duplicates": 5}, {"pauses": [1, 61]},
])
def test_failed_run_does_not_hold(change):
    good = {"expected": 8, "arrived": 8, "lost": 0, "unfinished": 0, "duplicates": 4, "most_duplicates": 4,
            "pauses": [1, 2]}

    assert RunResult(**good).holds
    assert not RunResult(**good | change).holds

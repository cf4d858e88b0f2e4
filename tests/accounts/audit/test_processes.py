"""The audit log after a process is stopped or killed."""

import json
import os

import requests

from intake.accounts.audit.chain import verify
from intake.accounts.audit.models import AuditEntry
from intake.cases.matters.models import Matter
from local.application import environment
from tests.builders import a_matter, an_upload
from tests.preloaded import start
from tests.waiting import wait_until
from tests.web_server import serving

WRITER = """
import sys
from app import create_app
from intake.accounts.firms.models import Firm
from intake.cases.matters.actions import create_matter
with create_app().app_context():
    firm = Firm.fetch(sys.argv[1])
    for number in range(100_000):
        create_matter(firm, title=f"Matter {number}", practice_area="other")
        print(number, flush=True)
"""


def test_writer_that_is_killed_leaves_an_entry_for_each_act(firm, services):
    written, output = os.pipe()
    writer = start(["-c", WRITER, firm.id], env=environment(services), stdout=output)
    os.close(output)
    with open(written, encoding="utf-8") as lines:
        for _ in range(30):
            assert lines.readline()
        writer.kill()
        writer.wait(60)

    matters = {matter.id for matter in Matter.of(firm)}
    assert len(matters) >= 30
    assert {entry.record_id for entry in AuditEntry.of(firm).where(AuditEntry.action == "matter.created")} == matters
    assert verify(firm.id).first_bad is None


def test_reads_of_a_web_server_that_is_stopped_are_not_lost(api, firm, services, put):
    upload = an_upload(firm, put)
    with serving(services) as server:
        address = f"{server.url}/api/v1/uploads/{upload.id}/download"
        for _ in range(5):
            assert requests.get(address, headers={"X-Api-Key": api.key}, timeout=10).status_code == 200

    assert AuditEntry.of(firm).where(AuditEntry.action == "upload.downloaded").count() == 5
    assert verify(firm.id).first_bad is None


def test_export_of_a_running_web_server(api, firm, services):
    for _ in range(3):
        a_matter(firm)
    with serving(services) as server:
        answer = requests.get(f"{server.url}/api/v1/audit-log?action=matter.created", timeout=10,
                              headers={"X-Api-Key": api.key, "Accept": "application/x-ndjson"})

    assert [line["action"] for line in map(json.loads, answer.text.splitlines())] == ["matter.created"] * 3


def test_reads_of_a_running_web_server_appear_within_seconds(api, firm, services, put):
    upload = an_upload(firm, put)
    with serving(services) as server:
        address = f"{server.url}/api/v1/uploads/{upload.id}/download"
        assert requests.get(address, headers={"X-Api-Key": api.key}, timeout=10).status_code == 200
        found = AuditEntry.of(firm).where(AuditEntry.action == "upload.downloaded")
        wait_until(found.exists)

    assert found.count() == 1

"""Everything that the service wrote about a client is gone after an erasure, even if the worker is killed meanwhile."""

import subprocess
import zlib
from urllib.parse import quote
from uuid import uuid4

import pytest
from redis import Redis

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.models import Matter
from intake.console.reports.models import Report
from intake.core.db import db
from intake.gateways.storage import storage
from intake.portal.links.completion import submit_form
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE, RUNNING
from local.postgres_programs import find_programs
from tests.builders import PDF, a_template, an_intake_link
from tests.engine.worker.process import WorkerProcess
from tests.integrations.conftest import clio, connect  # noqa: F401  (fixtures)
from tests.waiting import wait_until

from .planting import rows_with

OBJECTS = 150
"""Enough objects that the worker can be killed while it deletes them."""

MARKED = ("first", "last", "street", "notes", "custom", "title", "description", "answer", "file", "bytes", "page",
          "document", "message", "deadline", "label", "view", "review")


class Marked:
    """A client whose every text has a marker, and with whom every part of the service has worked."""

    def __init__(self, api, firm, put, name):
        self.name = f"{name}{uuid4().hex[:8]}"
        text = {word: f"{self.name}{word}" for word in MARKED}
        self.phone = f"+1518558{uuid4().int % 10**8:08}"
        self.client_id = self.post(api, "/clients", {
            "first_name": text["first"], "last_name": text["last"], "email": f"{self.name}@example.com",
            "phone": self.phone, "address": {"line1": text["street"]}, "notes": text["notes"],
            "custom_fields": {"alias": text["custom"]}}, headers={"Idempotency-Key": self.name})["id"]
        self.matter_id = self.post(api, "/matters", {
            "title": text["title"], "description": text["description"], "practice_area": "family_law",
            "client_id": self.client_id, "client_label": text["label"],
            "custom_fields": {"case_type": "divorce"}})["id"]
        matter = Matter.fetch(firm, self.matter_id)
        matter.change(intake_template_id=a_template(firm).id)
        link, form = an_intake_link(firm, matter), ensure_form(matter)
        save(form, {"full_name": text["answer"], "has_children": "no"}, {})
        submit_form(link, form)
        self.post(api, f"/matters/{self.matter_id}/deadlines", {"title": text["deadline"], "due_date": "2027-03-01"})
        self.post(api, f"/matters/{self.matter_id}/communications", {"channel": "email", "message": text["message"]})
        document = self.post(api, f"/matters/{self.matter_id}/documents/request", {"name": text["document"]})
        body = PDF + f"% {text['bytes']}".encode()
        issued = self.post(api, "/uploads/signed-url", {
            "document_id": document["id"], "filename": f"{text['file']}.pdf", "content_type": "application/pdf",
            "file_size_bytes": len(body)})
        put(issued["upload_url"], body, "application/pdf")
        self.upload_id = issued["upload_id"]
        self.post(api, f"/uploads/{self.upload_id}/confirm")
        answer = api.patch(f"/uploads/{self.upload_id}/status", {
            "status": "approved", "reviewer_notes": text["review"]})
        assert answer.status_code == 200, answer.text
        self.post(api, "/views", {"name": "A view", "page": f"/clients?search={quote(text['last'])}", "shared": True})

    def post(self, api, path, body=None, **options):
        answer = api.post(path, body, **options)
        assert answer.status_code < 300, answer.text
        return answer.json["data"]


@pytest.fixture
def worked(api, firm, put, worker, receiver, clio, connect):  # noqa: F811
    """Two clients, after the worker has done all work: mails, deliveries, a sync, a report."""
    connect(firm, clio)
    assert api.post("/webhooks", {"url": receiver.url(), "events": ["*"]}).status_code == 201
    clients = [Marked(api, firm, put, name) for name in ("gone", "near")]
    assert api.post("/reports/matters", {"format": "csv"}).status_code == 202
    for _ in range(3):
        worker.deliver()
        worker.perform_tasks()
    assert Report.of(firm).get().status == "ready"
    linked = db.execute_sql("SELECT count(*) FROM integration_links WHERE client_id = %s", (clients[0].client_id,))
    assert linked.fetchone() == (1,)
    return clients


def dump(settings):
    """Return the database as text."""
    return subprocess.run([find_programs("-") / "pg_dump", "--data-only", settings.database_url], check=True,
                          capture_output=True).stdout.decode()


def objects():
    """Return the keys and the bytes of all small objects in the bucket."""
    found = list(storage.listed())
    return "".join(each.key for each in found), b"".join(
        b"".join(storage.chunks(each.key)) for each in found if each.size < 10_000)


def in_redis(settings):
    """Return the contents of Redis, with jobs decompressed."""
    found = []
    with Redis.from_url(settings.redis_url) as connection:
        for key in connection.scan_iter():
            is_job = connection.type(key) == b"hash"
            values = [*connection.hgetall(key).values()] if is_job else [connection.dump(key) or b""]
            found += [key, *values, *(zlib.decompress(value) for value in values if value[:2] == b"x\x9c")]
    return b"".join(found)


def test_nothing_of_the_client_is_left_anywhere(api, firm, worked, services, settings):
    client, neighbour = worked
    assert client.name in dump(settings)
    assert client.name.encode() in objects()[1]
    for number in range(OBJECTS):
        storage.put(f"files/{firm.id}/{client.upload_id}/preview/{number}.webp", client.name.encode(), "image/webp")
    erasure_id = client.post(api, "/erasures", {"client_id": client.client_id, "reason": f"{client.name} asked"})["id"]
    client.post(api, f"/erasures/{erasure_id}/confirm")

    logs = []
    for is_last in (False, True):
        process = WorkerProcess(services)
        process.start()
        try:
            wait_until(lambda: Erasure.fetch(firm, erasure_id).status == DONE if is_last  # noqa: B023
                       else "clients" in Erasure.fetch(firm, erasure_id).erased)
        finally:
            process.kill()
            logs.append(process.log.read_text(encoding="utf-8"))
        if not is_last:
            assert Erasure.fetch(firm, erasure_id).status == RUNNING
            db.execute_sql("UPDATE tasks SET leased_until = now() WHERE leased_until IS NOT NULL")  # it would take 30 s

    left, kept, (keys, contents) = dump(settings), in_redis(settings), objects()
    for marker in (client.name, client.phone):
        assert marker not in left, [row[:300] for row in rows_with(marker)]
        assert marker.encode() not in contents
        assert marker not in "".join(logs)
        assert marker.encode() not in kept
    assert client.upload_id not in keys
    assert neighbour.upload_id in keys
    assert left.count(neighbour.name) > len(MARKED)
    for path in (f"/clients/{client.client_id}", f"/matters/{client.matter_id}", f"/uploads/{client.upload_id}"):
        assert api.get(path).status_code == 404
    assert api.get(f"/clients/{neighbour.client_id}").status_code == 200
    assert sorted(each["platform"] for each in api.get(f"/erasures/{erasure_id}").json["data"]["elsewhere"]) \
        == ["clio"] * 3
    assert api.get("/events?type=record.erased").json["data"][0]["data"]["id"] == client.client_id

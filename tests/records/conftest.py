"""Fixtures: a firm with records of every kind, and readers of archives."""

import io
import zipfile
from datetime import date
from hashlib import sha256

import pytest
import requests

from intake.cases.holds.actions import create as hold
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.conflicts.actions import check, decide
from intake.engagement.leads.writing import write_to_lead
from intake.engagement.letters import library
from intake.engagement.letters.actions import countersign, create, send
from intake.engagement.letters.jobs import seal_letter
from intake.engagement.letters.models import Letter
from intake.engagement.parties.actions import add as add_party
from intake.gateways.storage import storage
from intake.records.erasures.actions import propose
from intake.records.exports.actions import ask_for, download_url
from intake.records.exports.making import make
from intake.records.exports.models import Export
from intake.records.retention.actions import add_usual
from intake.records.retention.models import RetentionSchedule, RetentionStep
from tests.builders import (
    a_caller,
    a_client,
    a_communication,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_note,
    a_template,
    an_upload,
)
from tests.stand_ins.signer import Signer

NOTE = "She sounded <b>tired</b>."


@pytest.fixture(autouse=True)
def _no_earlier_schedules(app):
    """Delete the schedules of earlier tests: the jobs would go through the records of their firms in each test."""
    RetentionSchedule.delete().execute()


@pytest.fixture
def caller(firm, admin):
    return a_caller(firm, user=admin)


@pytest.fixture
def filled(firm, put):
    """Fill the firm: two clients with a matter each; return the first one's matter and its two uploads."""
    client = a_client(firm, first_name="Ana", last_name="<b>Silva</b>", email="ana@example.com", notes="Likes “tea”.")
    matter = a_matter(firm, client_id=client.id, title="Silva ../ <script>alert(1)</script>")
    document = a_document(firm, matter, name="Passport: con/../x")
    uploads = [an_upload(firm, put, document, filename=name) for name in ("a.pdf", "../../etc/passwd.pdf")]
    a_deadline(firm, matter)
    a_note(firm, matter, text=NOTE)
    a_communication(firm, matter, message="Olá, “Ana” \U0001f600\n</p><script>")
    other = a_matter(firm, client_id=a_client(firm, first_name="Bo", last_name="Other", email="bo@example.com").id)
    an_upload(firm, put, a_document(firm, other))
    a_template(firm)
    return matter, uploads


@pytest.fixture
def engaged(app, firm, filled, caller):
    """Add the records around a matter: its lead and letter, a check, a hold, schedules, an erasure.

    Return the letter, which is sealed.
    """
    matter, _ = filled
    add_party(firm, matter.id, name="<b>Acme</b> Roofing", kind="company", role="opposing")
    lead = a_lead(firm, parties=[{"name": "Wei Wang", "kind": "person", "role": "opposing", "aliases": [],
                                  "relation": None}])
    lead.change(client_id=matter.client_id, matter_id=matter.id)
    with db.atomic():
        write_to_lead(lead, "Your question", "We will call.")
    for _ in range(2):
        checked = check(firm, [], matter_id=matter.id)
    decide(firm, checked.id, "clear", note="Nobody.")
    template = library.create_template(caller, "Our letter", {"en": "Dear {{client.name}}"})
    letter = create(firm, matter.id, template_id=template.id, title="Letter <script>", signers=[
        {"name": "Ana", "email": "ana@example.com"}])
    send(firm, matter.id, letter.id)
    Signer(app, letter).agree().read().sign("Ana")
    countersign(firm, caller.user, matter.id, letter.id, "Maya", "203.0.113.9")
    seal_letter(firm.id, letter.id)
    add_usual(firm)
    RetentionStep.create(firm_id=firm.id, matter_id=matter.id, destroy_after=date(2034, 3, 1), created_at=now())
    other = a_matter(firm, client_id=matter.client_id, title="Ana's other one")
    propose(caller, "It was wrong.", document_id=a_document(firm, other).id)
    hold(firm, "They may sue.", matter_id=matter.id)
    return Letter.fetch(firm, letter.id)


@pytest.fixture
def exported(caller):
    """Create an export of the firm or of a client, and return it as an open `ZipFile`."""
    def export(client_id=None, **options):
        export = ask_for(caller, client_id, **options)
        make(export)
        return archive_of(Export.fetch(caller, export.id))

    return export


def archive_of(export):
    """Return the file of a finished export as an open `ZipFile`, after verifying its checksums."""
    answer = requests.get(download_url(export)["url"], timeout=30)
    assert len(answer.content) == export.size_bytes
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    sums = dict(line.split("  ", 1)[::-1] for line in archive.read("SHA256SUMS").decode().splitlines())
    assert {*sums, "SHA256SUMS"} == {*archive.namelist()}
    assert len(archive.namelist()) == len({*archive.namelist()})
    assert all(sha256(archive.read(name)).hexdigest() == digest for name, digest in sums.items())
    return archive


def stored(prefix):
    """Return the keys in the storage with this prefix."""
    return [found.key for found in storage.listed(prefix)]

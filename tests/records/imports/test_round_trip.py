"""A firm that is exported here, imported elsewhere and exported there has the same records and files."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest

from intake.accounts.audit.chain import chain, verify
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.cases.court_forms.models import CourtForm
from intake.cases.matters.models import Matter
from intake.cases.previews.actions import rotate, show
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.conflicts.actions import check
from intake.engagement.letters.actions import create, send
from intake.engagement.letters.models import LetterSigner
from intake.engagement.letters.verification import verify as verify_letter
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from intake.listeners import TASKS
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.portal.rejections.models import RejectionNotice
from intake.records.exports.actions import ask_for
from intake.records.exports.making import make
from intake.records.exports.models import Export
from intake.records.exports.opt_outs import OPT_OUTS
from intake.records.exports.tables import TABLES
from intake.records.imports import unfinished
from intake.records.imports.actions import import_firm
from intake.records.imports.errors import ImportAtWork, ImportRefused
from intake.records.imports.models import FirmImport
from tests.builders import a_caller, a_client, a_communication, a_court_form, a_lead, a_user, an_upload
from tests.firm_rows import digests
from tests.records.conftest import archive_of
from tests.records.killed import killed
from tests.source import ROOT
from tests.worker_in_steps import WorkerInSteps

from .test_hostile import changed, packed

GROWS = {"audit_log", "audit_chains"}
"""Exporting and importing are recorded themselves."""

EXAMPLE = (ROOT / "docs" / "example.pdf").read_bytes()


@pytest.fixture
def archive(firm, engaged, caller, tmp_path):
    """The firm's export as a file, and its path."""
    a_user(firm, "staff")
    a_court_form(firm)
    chain(firm.id)
    return exported(caller, tmp_path)


def exported(caller, folder):
    """Export the firm. Return the archive and the path of its file."""
    export = ask_for(caller)
    make(export)
    archive = archive_of(Export.fetch(caller, export.id))
    path = folder / "export.zip"
    path.write_bytes(archive.fp.getvalue())
    return archive, path


def rows(archive, table):
    return [json.loads(line) for line in archive.read(f"records/{table.name}.jsonl").decode().splitlines()]


def ended(row):
    """Return the row as after an import: a waiting message is not sent from here."""
    return row | {"status": "failed", "error": "unknown"} if row.get("status") == "queued" else row


def test_round_trip_changes_no_field(firm, engaged, archive, elsewhere, monkeypatch, caplog):
    archive, path = archive
    with elsewhere(), monkeypatch.context() as patch:
        patch.setattr("intake.records.imports.actions._SAID_EVERY", 0)
        caplog.set_level("INFO")
        done = import_firm(path)
        said = [(log.message, log.entry, log.line) for log in caplog.records if log.message.startswith("import ")]
        assert {("import checks", "files.jsonl", 1), ("import writes", "files.jsonl", 1)} < {*said}
        assert done["firm_id"] == firm.id
        there = Firm.fetch(firm.id)
        assert there.suspended_at is None
        assert FirmImport.of(firm.id) is None
        assert not User.of(there).where(User.password_hash.is_null(False)).exists()
        assert verify(firm.id).first_bad is None
        assert verify_letter(there, engaged.matter_id, engaged.id)["ok"]
        for line in archive.read("files.jsonl").decode().splitlines():
            file = json.loads(line)
            assert b"".join(storage.chunks(file["key"])) == archive.read(file["path"])
        admin = User.of(there).where(User.role == "admin").get()
        again = ask_for(a_caller(there, user=admin))
        make(again)
        second = archive_of(Export.fetch(there, again.id))
        before = digests(there)
        with pytest.raises(ImportRefused, match="firm already exists here: it was imported completely"):
            import_firm(path)
        assert digests(there) == before
        assert check(there, ["Wei Wang"]).hits[0]["kind"] == "lead_party"
    for table in TABLES:
        first, then = rows(archive, table), rows(second, table)
        if table.name in GROWS:
            assert len(then) >= len(first)
        else:
            assert then == list(map(ended, first)), table.name
    assert [name for name in second.namelist() if name.startswith("matters/")] == [
        name for name in archive.namelist() if name.startswith("matters/")]
    assert sum(bool(rows(archive, table)) for table in TABLES) > 25


def test_what_was_not_done_before_the_export_is_done_after_the_import(firm, caller, put, elsewhere, tmp_path):
    scanned, waiting = (an_upload(firm, put, body=EXAMPLE) for _ in range(2))
    process(scanned.id)
    rotate(firm, scanned.id, 90)
    form = a_court_form(firm)
    form.change(status="pending")
    message = a_communication(firm, channel="email", status="queued", sent_at=None, send_at=now() + timedelta(days=1))
    notice = RejectionNotice.insert_pending(Matter.fetch(firm, message.matter_id))
    letter = create(firm, message.matter_id, text="x", signers=[{"name": "Ana", "email": "ana@example.com"}])
    send(firm, message.matter_id, letter.id)
    [signer] = letter.signers
    _, path = exported(caller, tmp_path)
    with elsewhere() as app:
        import_firm(path)
        WorkerInSteps(app, "there").settle()
        there = Firm.fetch(firm.id)
        assert [show(there, upload.id)["rotation"] for upload in (scanned, waiting)] == [90, 0]
        assert [show(there, upload.id)["status"] for upload in (scanned, waiting)] == ["ready", "ready"]
        assert Upload.confirmed(there, waiting.id).scan_status == "skipped"
        assert CourtForm.fetch(there, form.id).status == "ready"
        assert LetterSigner.fetch(there, signer.id).mailed_at, "the firm waits for the signature"
        assert Task.of(there).where(Task.name == "tell_of_rejections", Task.arguments == [notice.id]).exists()
        kept = Communication.fetch(there, message.id)
        assert (kept.status, kept.error) == ("failed", "unknown")  # the other installation may have sent it


@pytest.mark.parametrize(("is_there", "stopped"), [(True, ["client", "lead"]), (False, [])])
def test_who_answered_stop_gets_no_sms_from_the_other_installation(
        firm, caller, elsewhere, tmp_path, is_there, stopped):
    numbers = {name: f"+1518554{uuid4().int % 10**8:08}" for name in ("client", "lead", "talks", "stranger")}
    a_client(firm, phone=numbers["client"])
    a_client(firm, phone=numbers["talks"])
    a_lead(firm, phone=numbers["lead"])
    for name in ("client", "lead", "stranger"):
        SmsOptOut.add(numbers[name])
    archive, path = exported(caller, tmp_path)
    entries = {name: archive.read(name) for name in archive.namelist()}
    packed(changed(entries, OPT_OUTS, number="me"), path)
    with elsewhere(), pytest.raises(ImportRefused, match="without a number"):
        import_firm(path)
    packed({name: entry for name, entry in entries.items() if is_there or name != OPT_OUTS}, path)  # old archives
    with elsewhere():
        import_firm(path)
        found = [name for name, number in numbers.items() if SmsOptOut.has(number)]
        db.execute_sql("DELETE FROM sms_opt_outs")
    assert found == stopped


def test_previews_of_an_imported_firm_let_new_files_pass(firm, put, monkeypatch):
    monkeypatch.setattr(unfinished, "AT_ONCE", 1)
    first, second = sorted(an_upload(firm, put).id for _ in range(2))
    for id in (first, second):
        process(id)
    planned = Task.of(firm).where(Task.done_at.is_null(), Task.name.in_(("render_preview", "render_imported")))
    TASKS["render_imported"].function(firm.id, "")
    assert sorted((task.name, task.arguments, task.due_at > now()) for task in planned) == [
        ("render_imported", [firm.id, first], True), ("render_preview", [first], False)]


def test_killed_removal_of_a_refused_import_is_completed_by_the_next_one(firm, archive, elsewhere, services, other,
                                                                         tmp_path):
    archive, path = archive
    refused, last = tmp_path / "refused.zip", f"records/{TABLES[-1].name}.jsonl"
    packed(changed({name: archive.read(name) for name in archive.namelist()}, last, last_position="x"), refused)
    killed(services, "import", "undo", 40, refused, **other.changes)
    with elsewhere():
        assert Firm.fetch(firm.id).suspended_at is not None
        assert FirmImport.of(firm.id).step < 0
        assert import_firm(path)["firm_id"] == firm.id  # a second import, which rolls the first back before it begins
        assert verify(firm.id).first_bad is None


def test_kill_9_leaves_a_suspended_firm_that_the_same_command_completes(firm, archive, elsewhere, services, other):
    archive, path = archive
    killed(services, "import", "rows", 9, path, **other.changes)
    with elsewhere():
        assert Firm.fetch(firm.id).suspended_at is not None
        begun = FirmImport.of(firm.id)
        assert begun.step > 0
        with db.atomic() as transaction:
            FirmImport.of(firm.id).go_to(begun.step, begun.rows + 1)
            with pytest.raises(ImportAtWork):
                begun.go_to(begun.step, begun.rows + 1)
            transaction.rollback()
        import_firm(path)
        assert Firm.fetch(firm.id).suspended_at is None
        for table in TABLES:
            if table.name not in GROWS and table.name != "firms":
                found = db.execute_sql(f"SELECT count(*) FROM {table.name} WHERE firm_id = %s", [firm.id]).fetchone()
                assert found[0] == len(rows(archive, table)), table.name
        assert {found.key for found in storage.listed("files/")} == {
            json.loads(line)["key"] for line in archive.read("files.jsonl").decode().splitlines()}

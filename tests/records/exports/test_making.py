"""The content of an export, and that its continuation by another worker gives the same file."""

import json
from datetime import timedelta
from html import escape
from urllib.parse import quote

import pytest
from peewee import DatabaseError

from intake.accounts.generated_files.jobs import remove_generated_file
from intake.accounts.permissions.scopes import SCOPES
from intake.cases.client_merges.actions import merge, undo
from intake.cases.documents.actions import note
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.engagement.leads.writing import write_to_lead
from intake.engagement.letters.actions import create
from intake.engine.tasks.models import Task
from intake.gateways.storage import PartsGone, storage
from intake.messaging.notifications.models import Notification
from intake.records.exports import archive as writing
from intake.records.exports import making
from intake.records.exports.actions import ask_for, download_url, remove
from intake.records.exports.jobs import purge_old_exports
from intake.records.exports.models import Export, ExportPart
from tests.builders import (
    a_client,
    a_communication,
    a_court_form,
    a_document,
    a_lead,
    a_matter,
    a_template,
    an_upload,
)
from tests.core.answers import data, wrong_fields
from tests.records.conftest import NOTE, archive_of, stored
from tests.records.killed import killed


def lines(archive, name):
    return [json.loads(line) for line in archive.read(name).decode().splitlines()]


def test_export_has_every_record_and_file_under_safe_names(firm, filled, exported):
    matter, uploads = filled
    a_court_form(firm)
    archive = exported()
    names = archive.namelist()
    assert not [name for name in names if ".." in name.split("/") or name.startswith("/") or "\\" in name]
    [shown] = [each for each in lines(archive, "data/matters.jsonl") if each["id"] == matter.id]
    assert shown["title"] == matter.title
    assert shown["intake_link"] is None
    listing = {each["record"]["id"]: each for each in lines(archive, "files.jsonl")}
    assert {each.id for each in uploads} <= listing.keys()
    for upload in uploads:
        assert listing[upload.id]["filename"] == upload.filename
        assert len(archive.read(listing[upload.id]["path"])) == upload.file_size_bytes
    assert Export.of(firm).get().files == len(listing) == 4
    [note] = lines(archive, "data/notes.jsonl")
    assert (note["text"], note["matter"]["id"]) == (NOTE, matter.id)
    page = archive.read(f"{listing[uploads[0].id]['path'].rpartition('/')[0]}/index.html").decode()
    index = archive.read("index.html").decode()
    for text in (page, index):
        assert "<script>alert" not in text
        assert "<b>Silva</b>" not in text
        assert "&lt;b&gt;Silva&lt;/b&gt;" in text
    assert "<p><script>" not in page
    assert escape(NOTE) in page


def test_kill_9_leaves_one_archive_with_every_file_once(firm, filled, put, caller, services, monkeypatch):
    matter, _ = filled
    document = a_document(firm, matter)
    ids = {an_upload(firm, put, document, body=b"%PDF-1.4\n" + bytes([number]) * 5000).id for number in range(4)}
    export = ask_for(caller)
    killed(services, "export", "part", 5, firm.id, export.id)
    halfway = Export.fetch(firm, export.id)
    assert (halfway.status, halfway.state["parts"] > 0) == ("running", True)
    assert len(ExportPart.etags(halfway)) == halfway.state["parts"]
    monkeypatch.setattr(writing, "PART_BYTES", 4096)
    storage.delete_with_unfinished(halfway.folder)  # as a rule of the bucket may
    with pytest.raises(PartsGone):
        making.make(halfway)
    killed(services, "export", "ready", 1, firm.id, export.id)  # the parts are one file then
    making.make(Export.fetch(firm, export.id))
    ready = Export.fetch(firm, export.id)
    archive = archive_of(ready)
    found = [json.loads(line)["record"]["id"] for line in archive.read("files.jsonl").decode().splitlines()]
    assert ids < {*found}
    assert len(found) == len({*found}) == ready.files
    assert stored(ready.folder) == [ready.storage_key]
    assert Notification.select().where(Notification.occasion == export.id).count() == 1
    assert not ExportPart.etags(ready)


@pytest.mark.parametrize("part_bytes", [4096, writing.PART_BYTES])
def test_file_that_was_finished_is_kept_when_the_worker_ends_before_it_says_so(
        firm, filled, put, caller, breaking, monkeypatch, part_bytes):
    document = a_document(firm, filled[0])
    for number in range(3):
        an_upload(firm, put, document, body=b"%PDF-1.4\n" + bytes([number]) * 5000)
    monkeypatch.setattr(writing, "PART_BYTES", part_bytes)
    export = ask_for(caller)
    with breaking("exports", "IF NEW.status = 'ready' THEN RAISE 'killed'; END IF", on="UPDATE"), \
            pytest.raises(DatabaseError, match="killed"):
        making.make(export)
    finished = Export.fetch(firm, export.id)
    assert stored(finished.folder) == [finished.storage_key]
    making.make(Export.fetch(firm, export.id))
    ready = Export.fetch(firm, export.id)

    assert (ready.status, ready.storage_key) == ("ready", finished.storage_key)
    assert ready.files == len(lines(archive_of(ready), "files.jsonl"))


def test_turns_follow_one_another_with_one_part_in_memory(firm, filled, put, caller, monkeypatch):
    """So 100 GB take no more memory than this: data waiting to be sent never exceeds two parts and a piece."""
    matter, _ = filled
    an_upload(firm, put, a_document(firm, matter), body=b"%PDF-1.4\n" + b"x" * 300_000)
    most, sizes, send = [], [], writing.Archive._write
    monkeypatch.setattr(writing, "PART_BYTES", 4096)
    monkeypatch.setattr(storage, "pieces", lambda key, size: (storage.part(key, at, min(at + 999, size - 1))
                                                              for at in range(0, size, 1000)))

    def watched(archive, piece):
        send(archive, piece)
        most.append(len(archive._waiting))
        sizes.append(len(piece))

    monkeypatch.setattr(writing.Archive, "_write", watched)
    export, turns = ask_for(caller), 0
    while Export.fetch(firm, export.id).is_unfinished:
        making.make(Export.fetch(firm, export.id), turn_seconds=0)
        turns += 1
        assert turns < 60
    assert turns > 2
    assert max(most) <= 2 * writing.PART_BYTES + max(sizes)
    assert max(sizes) <= writing._PIECE
    archive_of(Export.fetch(firm, export.id))


def test_letters_leads_and_what_records_need_are_in_it(firm, filled, engaged, exported):
    matter, _ = filled
    lead = a_lead(firm, first_name="Not", last_name="A Client", email="not@example.com")
    with db.atomic():
        write_to_lead(lead, "Not yet", "To somebody else.")
    archive = exported()
    for name, count in (("leads", 2), ("lead-messages", 2), ("parties", 1), ("letters", 1), ("letter-templates", 3),
                        ("conflict-checks", 2), ("legal-holds", 1), ("retention-schedules", 4), ("erasures", 1)):
        assert len(lines(archive, f"data/{name}.jsonl")) == count, name
    [letter] = lines(archive, "data/letters.jsonl")
    assert (letter["status"], letter["signers"][0]["status"]) == ("countersigned", "signed")
    assert lines(archive, "data/conflict-checks.jsonl")[1]["note"] == "Nobody."
    files = {each["path"].split("/", 2)[2]: each for each in lines(archive, "files.jsonl")
             if each["record"] == {"type": "letter", "id": engaged.id}}
    assert {name.split("/")[1]: each["sha256"] for name, each in files.items()} == {
        "sent": engaged.document_digest, "signed": engaged.sealed_digest}
    [page] = [archive.read(name).decode() for name in archive.namelist()
              if name.endswith("/index.html") and b"&lt;b&gt;Acme" in archive.read(name)]
    assert all(quote(name) in page for name in files)
    assert "Opposing party" in page

    own = exported(matter.client_id)
    assert [each["matter_id"] for each in lines(own, "data/leads.jsonl")] == [matter.id]
    assert lines(own, "data/letters.jsonl") == [letter]
    assert [each["message"] for each in lines(own, "data/lead-messages.jsonl")] == ["We will call."]
    assert {each["path"] for each in files.values()} <= {*own.namelist()}
    assert not [name for name in own.namelist() if "conflict" in name or "hold" in name]
    assert lead.id.encode() not in b"".join(own.read(name) for name in own.namelist())


def test_client_gets_own_records_only(firm, filled, exported):
    matter, uploads = filled
    archive = exported(matter.client_id, language="es")
    assert not [name for name in archive.namelist() if name.startswith(("records/", "data/users", "data/audit"))]
    assert [each["id"] for each in lines(archive, "data/clients.jsonl")] == [matter.client_id]
    assert [each["id"] for each in lines(archive, "data/matters.jsonl")] == [matter.id]
    assert {each["record"]["id"] for each in lines(archive, "files.jsonl")} == {each.id for each in uploads}
    everything = b"".join(archive.read(name) for name in archive.namelist())
    assert b"bo@example.com" not in everything
    assert b"sounded" not in everything, "a note is the firm's own"
    assert "Qué contiene este archivo" in archive.read("index.html").decode()


@pytest.mark.parametrize("lacking", ["matters:read", "clients:read", "documents:read"])
def test_only_who_may_read_what_it_has_gets_its_address(firm, filled, caller, api, api_of, lacking):
    export = ask_for(caller)
    making.make(export)
    assert data(api.get(f"/exports/{export.id}"))["download"]["url"].startswith("http")
    without = data(api_of(firm, *(SCOPES.keys() - {lacking})).get(f"/exports/{export.id}"))
    assert (without["status"], "download" in without) == ("ready", False)
    assert [entry["actor"]["type"] for entry in data(api.get("/audit-log?action=export.downloaded"))] == ["api_key"]


@pytest.mark.parametrize("blank", ["", " "])
def test_export_of_a_client_without_an_id_is_none_of_the_firm(firm, api, caller, blank):
    assert wrong_fields(api.post("/exports", {"client_id": blank})) == {"client_id"}
    with pytest.raises(NotFound):
        ask_for(caller, blank)
    assert Export.of(firm).count() == 0


def test_client_gets_nothing_that_was_written_to_or_came_from_whom_the_matter_had_before(api, firm, put, exported):
    client = a_client(firm, first_name="Lee", last_name="Later")
    early = a_client(firm, first_name="Early")
    matter = a_matter(firm, client_id=early.id)
    for name in ("Early", "Lee"):
        a_communication(firm, matter, message=f"Dear {name}", to=f"{name}@example.com", channel="email")
        an_upload(firm, put, a_document(firm, matter, name=f"Passport {len(name)}"), filename=f"{name}.pdf")
        visa = a_document(firm, matter, name=f"Visa {len(name)}")
        note(firm, Matter.fetch(firm, matter.id), visa.id, f"{name} has none.")
        create(firm, matter.id, text="Dear you", title=f"To {name}", signers=[
            {"name": name, "email": f"{name}@example.com"}])
        api.patch(f"/matters/{matter.id}", {"client_id": client.id})
    for name in ("Early", "lee", "Lees.Office"):  # a former client may answer older messages
        a_communication(firm, matter, message=f"From {name}", direction="inbound", sender=f"{name.lower()}@example.com",
                        channel="email", to="x", from_other_address=name != "lee")
    archive = exported(client.id)
    assert {each["message"] for each in lines(archive, "data/communications.jsonl")} == {
        "Dear Lee", "From lee", "From Lees.Office"}
    assert [each["title"] for each in lines(archive, "data/letters.jsonl")] == ["To Lee"]
    [page] = [archive.read(name).decode() for name in archive.namelist() if name.startswith("matters/")
              and name.endswith(".html")]
    assert all(words in page for words in ("Dear Lee", "To Lee", "Lee.pdf", "Lee has none."))
    assert "Early" not in page
    assert [each["filename"] for name in ("files", "data/uploads") for each in lines(archive, f"{name}.jsonl")] == [
        "Lee.pdf", "Lee.pdf"]
    assert "Early" not in archive.read("data/documents.jsonl").decode()
    assert len(lines(exported(), "data/uploads.jsonl")) == 2
    assert len(lines(exported(), "data/communications.jsonl")) == 5

    api.patch(f"/matters/{matter.id}", {"client_id": early.id})
    archive = exported(early.id)
    assert {each["message"] for each in lines(archive, "data/communications.jsonl")} == {"Dear Early"}
    assert [each["title"] for each in lines(archive, "data/letters.jsonl")] == ["To Early"]
    [page] = [archive.read(name).decode() for name in archive.namelist() if name.startswith("matters/")
              and name.endswith(".html")]
    assert all(words in page for words in ("Dear Early", "To Early", "Early.pdf", "Early has none."))
    assert "Lee" not in page
    assert [each["filename"] for name in ("files", "data/uploads") for each in lines(archive, f"{name}.jsonl")] == [
        "Early.pdf", "Early.pdf"]
    documents = archive.read("data/documents.jsonl").decode()
    assert ("Early has none." in documents, "Lee" in documents) == (True, False)


def test_client_gets_what_they_answered_before_they_were_merged_until_that_is_undone(firm, exported):
    client, before = a_client(firm), a_client(firm, first_name="Anna")
    matter = a_matter(firm, client_id=client.id, intake_template_id=a_template(firm).id)
    for name, person in (("Anna", before), ("Ana", client)):
        matter.change(client_id=person.id)
        save(ensure_form(Matter.fetch(firm, matter.id)), {"full_name": name}, {})
    exported(client.id)
    [earlier] = Export.of(firm)
    merge(firm, before.id, client.id)
    answers = lines(exported(client.id), "data/intake-form.jsonl")
    assert {each["client_id"] for each in answers} == {client.id, before.id}
    [mixed] = Export.of(firm).where(Export.id != earlier.id)
    undo(firm, before.id)
    assert [each.id for each in Export.of(firm)] == [earlier.id], "the other one has what is somebody else's now"
    [planned] = Task.select().where(Task.firm_id == firm.id, Task.name == "remove_export_files")
    remove_generated_file(*planned.arguments)
    assert (bool(stored(earlier.folder)), stored(mixed.folder)) == (True, [])


def test_cancelled_removed_and_old_exports_leave_nothing(firm, filled, caller, worker):
    export = ask_for(caller)
    remove(caller, export.id)
    making.make(export)
    assert (Export.fetch(firm, export.id).status, download_url(export)) == ("cancelled", None)
    making.make(ready := ask_for(caller))
    ready = Export.fetch(firm, ready.id)
    assert stored(ready.folder)
    purge_old_exports()
    assert Export.of(firm).count() == 2
    Export.update(created_at=now() - timedelta(days=9), ready_at=now() - timedelta(days=8)).where(
        Export.firm_id == firm.id).execute()
    purge_old_exports()
    worker.perform_tasks()
    assert (Export.of(firm).count(), stored(ready.folder)) == (0, [])
    remove_generated_file(ready.folder)


def test_an_export_that_is_cancelled_while_it_is_made_ends_without_an_error(firm, filled, caller, while_locked):
    export = ask_for(caller)

    def cancel():
        remove(caller, export.id)
        remove_generated_file(export.folder)

    while_locked(lambda: db.execute_sql("LOCK TABLE matters IN ACCESS EXCLUSIVE MODE"),
                 lambda: making.make(export), cancel)
    assert (Export.fetch(firm, export.id).status, stored(export.folder)) == ("cancelled", [])


@pytest.mark.parametrize("gone", ["missing", "infected"])
def test_file_that_cannot_be_given_is_named(firm, filled, exported, gone):
    _, uploads = filled
    if gone == "missing":
        storage.delete(uploads[0].storage_key)
    else:
        uploads[0].change(scan_status="infected", quarantined_at=now())
    archive = exported()
    [left_out] = [each for each in lines(archive, "files.jsonl") if "left_out" in each]
    assert left_out == {"left_out": gone, "record": {"type": "upload", "id": uploads[0].id}}
    pages = [archive.read(name).decode() for name in archive.namelist() if name.endswith("/index.html")]
    assert sum("Not in the archive" in page for page in pages) == 1


def test_of_two_attempts_the_later_one_makes_the_export(firm, filled, caller):
    export = ask_for(caller)
    first = Export.fetch(firm, export.id)
    begin, calls = making._begin, []

    def overtaken(mine):
        begin(mine)
        if not calls:
            calls.append(1)
            making.make(Export.fetch(firm, export.id))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "_begin", overtaken)
        making.make(first)
    ready = Export.fetch(firm, export.id)
    assert (ready.status, ready.run != first.run) == ("ready", True)
    archive_of(ready)

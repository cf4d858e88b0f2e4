"""Damaged and forged archives: a clear error, and no visible records."""

import hashlib
import json
import os
import zipfile

import pytest

from intake.accounts.firms.models import Firm
from intake.core.db import db
from intake.core.ids import new_id
from intake.gateways.storage import storage
from intake.records.erasures import whole_firm
from intake.records.exports.tables import TABLES
from intake.records.imports import archive_source
from intake.records.imports.actions import import_firm
from intake.records.imports.errors import ImportRefused
from intake.records.imports.models import UNIQUE

FIRM = "records/firms.jsonl"


@pytest.fixture
def entries(firm, filled, exported):
    """The entries of an export, which a test changes."""
    archive = exported()
    return {name: archive.read(name) for name in archive.namelist()}


def packed(entries, path, sums=True):
    """Write the entries as an archive, with right checksums unless they are kept."""
    if sums:
        entries["SHA256SUMS"] = "".join(f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text
                                        in entries.items() if name != "SHA256SUMS").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
    return path


def changed(entries, name, **values):
    """Change the first row of an entry."""
    first, *others = entries[name].decode().splitlines()
    return entries | {name: "\n".join([json.dumps(json.loads(first) | values), *others, ""]).encode()}


def twice(entries, name, **values):
    """Return the entries with a copy of the first line in which some values differ."""
    return entries | {name: entries[name] + changed(entries, name, **values)[name].splitlines(keepends=True)[0]}


def left_of(firm, tables):
    """Return the tables that have rows of the firm here, and its files."""
    found = db.execute_sql(" UNION ALL ".join(
        f"(SELECT '{table}' FROM {table} WHERE firm_id = %(firm)s LIMIT 1)" for table in tables), {"firm": firm.id})
    files = [file.key for file in storage.listed() if firm.id in file.key]
    return found.fetchall(), files, Firm.get_or_none(id=firm.id)


def test_damaged_and_hostile_archives_leave_nothing(firm, rival, entries, elsewhere, tmp_path, monkeypatch):
    path, uploads, users, listing = tmp_path / "export.zip", *(f"records/{name}.jsonl" for name in (
        "uploads", "users")), "files.jsonl"
    other_file = f"files/{rival.id}/x/y"
    wrong = [
        (entries | {uploads: entries[uploads] + b" "}, False, "checksum is another"),
        ({name: text for name, text in entries.items() if name != uploads}, True, "missing"),
        (changed(entries, uploads, storage_key=other_file), True, "not the place"),
        (changed(entries, uploads, storage_key=f"files/{firm.id}/../../x"), True, "not the place"),
        (changed(entries, listing, key=other_file), True, "not the place"),
        (changed(entries, listing, path=7), True, "no name of an entry"),
        (changed(entries, uploads, firm_id=rival.id), True, "another firm"),
        (changed(entries, uploads, id="1"), True, "without an id"),
        (changed(entries, "records/users.jsonl", password_hash="x"), True, "other columns"),
        (entries | {uploads: b"[" * 100_000 + b"\n"}, True, "no JSON"),
        (entries | {uploads: b"x" * 3_000_000}, True, "more than 2 MB"),
        (entries | {"manifest.json": b"{}"}, True, "not the export of a firm"),
        (changed(entries, FIRM, plan="nonsense"), True, r"firms.jsonl, line 1 \(firm_\w+\) does not fit"),
        (twice(entries, users, id=new_id("usr")), True,
         r"users.jsonl, line 2 \(usr_\w+\) does not fit .*users_email_unique.*already exists"),
        (changed(entries, uploads, document_id=new_id("doc")), True, r"uploads.jsonl, line 1 .*violates foreign key"),
        (changed(entries, "records/deadlines.jsonl", due_date="\u001b[31m"), True, "deadlines.jsonl, line 1"),
        (changed(entries, users, email_key="\ud800"), True, "email_key is no text"),
        (changed(entries, users, email_key=[1]), True, "email_key is no text"),
        (changed(entries, users, first_name="\0"), True, "users.jsonl, line 1"),
        (changed(entries, uploads, storage_key=f"files/{firm.id}/x/\n"), True, "not the place"),
        (changed(entries, listing, content_type="text/html\r\nx-amz-acl: public-read"), True, "no content type"),
        (twice(entries, listing), True, "two lines"),
    ]
    manifest = json.loads(entries["manifest.json"])
    for values, reason in (({"format": 9}, "newer"), ({"schema": "9999_x.sql"}, "newer"),
                           ({"client_id": "x"}, "client"), ({"suspended_at": "soon"}, "time that cannot be read"),
                           ({"export_id": ["x"]}, "not the export of a firm")):
        wrong.append((entries | {"manifest.json": json.dumps(manifest | values).encode()}, True, reason))
    monkeypatch.setattr(archive_source, "MOST_LINE_BYTES", 2 * 1024 * 1024)
    with elsewhere():
        tables = list(whole_firm._in_order(()))
        file = json.loads(entries[listing].splitlines()[0])
        wrong.append((entries | {file["path"]: b"exchanged"}, True, "checksum is another"))
        for content, sums, reason in wrong:
            with pytest.raises(ImportRefused, match=reason) as refused:
                import_firm(packed(dict(content), path, sums))
            assert str(refused.value).isprintable()
            assert left_of(firm, tables) == ([], [], None), reason
        path.write_bytes(b"PK\x03\x04 nothing")
        with pytest.raises(ImportRefused, match="cannot be read"):
            import_firm(path)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
            archive.writestr("manifest.json", "{}")
        with pytest.raises(ImportRefused, match="no ordinary file"):
            import_firm(path)


def test_long_lines_are_not_all_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(archive_source, "MOST_LINE_BYTES", 1000)
    (tmp_path / "rows.jsonl").write_text("".join(f'{{"a": "{"x" * length}"}}\n' for length in (900, 900, 900, 5, 5, 5)))
    with archive_source.opened(tmp_path) as source:
        assert [len(batch) for batch in source.batches("rows.jsonl", 3)] == [2, 3, 1]
        assert [len(batch) for batch in source.batches("rows.jsonl", 3, after=2)] == [3, 1]


def test_folder_is_read_like_the_archive_but_not_beyond_it(firm, entries, elsewhere, tmp_path):
    folder = tmp_path / "export"
    for name, text in entries.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)
    outside = tmp_path / "outside"
    outside.write_bytes((folder / FIRM).read_bytes())
    (folder / FIRM).unlink()
    (folder / FIRM).symlink_to(outside)
    with elsewhere():
        with pytest.raises(ImportRefused, match="no ordinary file"):
            import_firm(folder)
        (folder / FIRM).unlink()
        os.mkfifo(folder / FIRM)
        with pytest.raises(ImportRefused, match="no ordinary file"):
            import_firm(folder)
        (folder / FIRM).unlink()
        (folder / FIRM).write_bytes(outside.read_bytes())
        assert import_firm(folder)["firm_id"] == firm.id


def test_everything_that_is_unique_in_an_installation_is_looked_for(app):
    alone = db.execute_sql("""
        SELECT indrelid::regclass::text, array_agg(attname::text) FROM pg_index
        JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
        WHERE indisunique AND indrelid::regclass::text = ANY(%s) GROUP BY indexrelid, indrelid
        HAVING NOT 'firm_id' = ANY(array_agg(attname::text))""", [[table.name for table in TABLES]]).fetchall()
    looked_for = {(table, column) for table, _ in alone for column in UNIQUE.get(table, ("id",))}
    assert {(table, column) for table, [column] in alone} <= looked_for
    assert ("users", "email_key") in looked_for

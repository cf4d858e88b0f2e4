"""Archives that were damaged or made by somebody else: a clear error, and nothing that can be seen."""

import hashlib
import json
import zipfile

import pytest

from intake.accounts.firms.models import Firm
from intake.gateways.storage import storage
from intake.records.imports import archive_source
from intake.records.imports.actions import import_firm
from intake.records.imports.errors import ImportRefused

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


def test_damaged_and_hostile_archives_leave_nothing(firm, rival, entries, elsewhere, tmp_path, monkeypatch):
    path, uploads, listing = tmp_path / "export.zip", "records/uploads.jsonl", "files.jsonl"
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
        (entries | {"manifest.json": b"{}"}, True, "no export of a firm"),
        (changed(entries, FIRM, plan="nonsense"), True, "does not fit"),
    ]
    manifest = json.loads(entries["manifest.json"])
    for values, reason in (({"format": 9}, "newer"), ({"schema": "9999_x.sql"}, "newer"),
                           ({"client_id": "x"}, "client")):
        wrong.append((entries | {"manifest.json": json.dumps(manifest | values).encode()}, True, reason))
    monkeypatch.setattr(archive_source, "MOST_LINE_BYTES", 2 * 1024 * 1024)
    with elsewhere():
        for content, sums, reason in wrong:
            with pytest.raises(ImportRefused, match=reason):
                import_firm(packed(dict(content), path, sums))
            assert Firm.get_or_none(Firm.id == firm.id) is None, reason
        path.write_bytes(b"PK\x03\x04 nothing")
        with pytest.raises(ImportRefused, match="cannot be read"):
            import_firm(path)
        file = json.loads(entries[listing].splitlines()[0])
        with pytest.raises(ImportRefused, match="checksum is another"):
            import_firm(packed(entries | {file["path"]: b"exchanged"}, path))
        assert Firm.fetch(firm.id).suspended_at is not None  # until the right archive completes it
        assert not list(storage.listed(file["key"]))


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
        (folder / FIRM).write_bytes(outside.read_bytes())
        assert import_firm(folder)["firm_id"] == firm.id

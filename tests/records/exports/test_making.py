"""What is in an export, and that whoever goes on with one makes the same."""

import json

from intake.records.exports.models import Export


def lines(archive, name):
    return [json.loads(line) for line in archive.read(name).decode().splitlines()]


def test_export_has_every_record_and_file_under_safe_names(firm, filled, exported):
    matter, uploads = filled
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
    page = archive.read(f"{listing[uploads[0].id]['path'].rpartition('/')[0]}/index.html").decode()
    index = archive.read("index.html").decode()
    for text in (page, index):
        assert "<script>alert" not in text
        assert "<b>Silva</b>" not in text
        assert "&lt;b&gt;Silva&lt;/b&gt;" in text
    assert "<p><script>" not in page

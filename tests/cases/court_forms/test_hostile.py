"""Forms crafted to take over, exhaust or mislead their readers: each gets an answer, within limits."""

import errno
import io
import json
import logging
import os
import tempfile
from tempfile import TemporaryFile

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject

from intake.cases.court_forms.actions import save_mapping
from intake.cases.court_forms.form_pdf.limits import LIMITS, MAX_FIELDS
from intake.cases.court_forms.form_pdf.sandbox import Unreadable, fill_form, read_fields
from intake.cases.court_forms.states import MAX_BYTES
from tests.builders import a_court_form
from tests.core.answers import data
from tests.stand_ins.court_form import changed, court_form, named, only_xfa, recursive, with_hidden_actions, with_script
from tests.stand_ins.pdfs import inflating, pdf


@pytest.mark.parametrize(("make", "problem"), [
    (only_xfa, "xfa"),
    (lambda: pdf(1), "no_fields"),
    (lambda: named([]), "no_fields"),
    (lambda: b"%PDF-1.7\n" + b"\0" * 5000, "damaged"),
    (lambda: b"MZ is no PDF", "damaged"),
    (lambda: changed(lambda *_: None, user_password="secret", algorithm="AES-256"), "encrypted"),
    (lambda: changed(lambda *_: None, user_password="", owner_password="x", permissions_flag=0, algorithm="AES-256"),
     "locked"),
    (lambda: named([f"field {number}" for number in range(MAX_FIELDS + 1)]), "too_complex"),
    (inflating, "damaged"),
], ids=["xfa", "no form", "no fields", "zeros", "program", "encrypted", "locked", "fields", "inflating"])
def test_unusable_form_says_why(make, problem, firm, api):
    form = a_court_form(firm, make())
    shown = data(api.get(f"/court-forms/{form.id}"))
    assert (shown["status"], shown["problem"], shown["fields"], shown["mapping"]) == ("failed", problem, None, None)


def test_names_of_every_kind_are_texts(firm):
    names = ["nul\0inside", "x" * 5000, "‮right to left", "Ünïcode 名前", "__proto__", " ", "same", "same"]
    form = a_court_form(firm, named(names))
    assert {field["name"] for field in form.fields or ()} <= {"nul inside", "Ünïcode 名前", "__proto__", "same"} | {
        field["name"] for field in form.fields or () if "right to left" in field["name"]}
    assert "\\u0000" not in json.dumps(form.fields)


def test_recursive_fields_are_read_once(firm):
    form = a_court_form(firm, recursive())
    assert form.status == "ready"
    assert len({field["name"] for field in form.fields}) == len(form.fields)


def test_long_text_in_many_fields_is_not_laid_out(firm, matter_of, filled, api):
    form, matter = a_court_form(firm, named([f"field {number}" for number in range(200)])), matter_of()
    matter.change(custom_fields={"story": "word " * 10_000})
    for count, outcome in ((5, ("ready", None)), (200, ("failed", "too_long"))):
        save_mapping(firm, form.id, {f"field {number}": "matter.custom_fields.story" for number in range(count)})
        fill, _ = filled(matter, form)
        shown = data(api.get(f"/matters/{matter.id}/court-forms/fills/{fill.id}"))
        assert (shown["status"], shown["problem"]) == outcome


def test_scripts_are_neither_run_nor_kept(firm, matter_of, filled):
    form = a_court_form(firm, with_script())
    assert {field["type"] for field in form.shown_fields if field["name"] == "docket_number"} == {"date"}
    save_mapping(firm, form.id, {"users1_name_full": "client.full_name"})
    _, written = filled(matter_of(), form)
    assert written.startswith(b"%PDF-")
    for word in (b"/JavaScript", b"/JS", b"/OpenAction", b"app.alert"):
        assert word not in written
    assert "/AA" not in PdfReader(io.BytesIO(written)).root_object


def test_actions_and_files_are_removed_from_every_part(firm, matter_of, filled):
    form = a_court_form(firm, with_hidden_actions())
    _, written = filled(matter_of(), form)
    [page, *_] = PdfReader(io.BytesIO(written)).pages
    annotations = [each.get_object() for each in page["/Annots"]]
    assert "/FileAttachment" not in [each["/Subtype"] for each in annotations]
    links = [dict(each["/A"]) for each in annotations if each["/Subtype"] == "/Link"]
    assert [link.get("/URI") for link in links] == ["https://court.example/", None]
    assert all("/Next" not in link for link in links)
    for word in (b"/JavaScript", b"/JS", b"/Next", b"/EF", b"/AF", b"MZ a program", b"file://"):
        assert word not in written


def test_unexpected_error_is_logged_by_its_class_alone(firm, caplog):
    with caplog.at_level(logging.INFO):
        assert a_court_form(firm, court_form()[:2000]).status == "failed"
    [line] = [record for record in caplog.records if record.message == "form could not be read"]
    assert (line.problem, line.error) == ("damaged", "PdfStreamError")


def test_result_that_is_too_large_is_not_taken_in_part(firm, caplog):
    form, file = a_court_form(firm), io.BytesIO()
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    stream = DecodedStreamObject()
    stream.set_data(os.urandom(LIMITS["RLIMIT_FSIZE"]))
    writer.pages[0][NameObject("/Contents")] = writer._add_object(stream)
    writer.write(file)
    with pytest.raises(Unreadable):
        fill_form(form.storage_key, MAX_BYTES, {"flatten": False, "fields": {}}, b"", file.getvalue())
    [line] = [record for record in caplog.records if record.name.endswith("form_pdf.sandbox")]
    assert (line.task, line.exit_code) == ("fill", 1)  # operators see how it ended


def test_a_full_disk_is_no_fault_of_the_form(firm, monkeypatch):
    form = a_court_form(firm, court_form())
    given = iter([TemporaryFile(), open("/dev/full", "r+b", buffering=0)])  # noqa: SIM115 (the sandbox closes them)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: next(given))
    with pytest.raises(OSError) as raised:
        read_fields(form.storage_key, MAX_BYTES)

    assert raised.value.errno == errno.ENOSPC


def test_names_are_read_in_every_encoding(firm, api):
    """Every 256th encrypted text looks like little-endian UTF-16, including keys."""
    encodings = (b"\xff\xfe", "utf-16-le"), (b"", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"", "utf-16-be"), (
        b"\xef\xbb\xbf", "utf-8"), (b"", "latin-1")
    names = [f"Näme {number}" for number in range(len(encodings))]
    form = a_court_form(firm, named([
        mark + name.encode(encoding) for name, (mark, encoding) in zip(names, encodings, strict=True)]))
    assert [field["name"] for field in data(api.get(f"/court-forms/{form.id}"))["fields"]] == names
